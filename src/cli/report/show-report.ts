import { redactReport } from '#core';
import { readReport } from '#store';
import { deliver, parseOutputs } from '../output/deliver.ts';
import { parseProvenance, type ProvenanceFlags } from '../flags/provenance-flags.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { whatIfMerged } from './what-if-merged.ts';

/** The flags of `report` as commander gives them. */
export interface ReportFlags extends RedactionFlags, ProvenanceFlags {
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly verbose?: true;
  readonly mergeTools?: string;
}

/** Shows a saved report again; answers the exit code of its verdict. */
export async function showReport(path: string, flags: ReportFlags): Promise<number> {
  const outputs = parseOutputs(flags.json ? [...flags.reporter, 'json'] : flags.reporter);
  const redaction = parseRedaction(flags);
  const provenance = parseProvenance(flags, outputs);
  const saved = redactReport(await readReport(path), redaction);
  const report = flags.mergeTools === undefined ? saved : whatIfMerged(saved, flags.mergeTools);
  return deliver(report, outputs, { provenance, isVerbose: flags.verbose === true });
}
