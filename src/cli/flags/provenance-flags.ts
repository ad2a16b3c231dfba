import type { Provenance } from '#reporters';
import { runError } from '#run';
import type { Output } from '../output/deliver.ts';

/** What a page shows beside the report. */
export interface ProvenanceFlags {
  readonly date?: string;
  readonly commit?: string;
}

/** What the flags say; undefined where they say nothing. Throws a UserError where no page would show it. */
export function parseProvenance(
  { date, commit }: ProvenanceFlags,
  outputs: readonly Output[],
): Provenance | undefined {
  const provenance = Object.entries({ date, commit }).filter(([, text]) => text !== undefined);
  if (provenance.length === 0) return undefined;
  const flags = provenance.map(([flag]) => `--${flag}`).join(' and ');
  const empty = provenance.find(([, text]) => text?.trim() === '');
  if (empty !== undefined)
    throw runError('FLAG_NO_EFFECT', `--${empty[0]} has no effect: it is empty`);
  if (!outputs.some(({ reporter }) => reporter === 'html'))
    throw runError('FLAG_NO_EFFECT', `${flags} has no effect: there is no page`, {
      hint: 'add --reporter html=report.html',
    });
  return {
    ...(date === undefined ? {} : { date }),
    ...(commit === undefined ? {} : { commit }),
  };
}
