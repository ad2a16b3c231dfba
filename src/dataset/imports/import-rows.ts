import type { JsonObject } from '#core';
import { LABEL_KEYS } from '../labels/answer.ts';
import { adk } from './adk.ts';
import type { ForeignDataset } from './foreign-dataset.ts';
import { ImportLog } from './import-log.ts';
import { langsmith } from './langsmith.ts';
import { openaiEvals } from './openai-evals.ts';
import { promptfoo } from './promptfoo.ts';
import { ragas } from './ragas.ts';
import { datasetError } from '../codes.ts';

const KNOWN: readonly ForeignDataset[] = [ragas, adk, langsmith, promptfoo, openaiEvals];

/** What an import gave. */
export interface ImportedRows {
  /** What the rows were written by; `rows` for those that are of our own kind already. */
  readonly from: string;
  readonly rows: readonly JsonObject[];
  /** Rows without a label that we can read. */
  readonly unlabelled: number;
  /** What could not be taken over, with how often. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Turns the rows of another tool's dataset into ours; `asked` names the tool where the guess would be wrong. A dataset
 * that is partly elsewhere is refused with a UserError.
 */
export function importRows(source: readonly JsonObject[], asked: string | null): ImportedRows {
  const format =
    asked === null
      ? KNOWN.find((candidate) => source.every((row) => candidate.isRow(row)))
      : named(asked);
  const log = new ImportLog();
  const rows = format === undefined ? source : source.flatMap((row) => format.toRows(row, log));
  log.close();
  const unlabelled = rows.filter((row) => !Object.keys(row).some((key) => LABEL_KEYS.has(key)));
  return { from: format?.id ?? 'rows', rows, unlabelled: unlabelled.length, lost: log.lost };
}

function named(id: string): ForeignDataset {
  const match = KNOWN.find((candidate) => candidate.id === id);
  if (match !== undefined) return match;
  const hint = `there are ${KNOWN.map((candidate) => `${candidate.id} (${candidate.title})`).join(', ')}`;
  throw datasetError('FLAG_FROM', `--from ${id}: there is no such dataset`, { hint });
}
