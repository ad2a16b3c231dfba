import { loadInspectionReporter, DOCUMENT_REPORTER_NAMES } from '#reporters';
import { exitCodeOf, inspectTraces } from '#run';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { Progress } from '../output/progress.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { parseThreshold } from '../flags/threshold-flag.ts';
import { VERSION } from '../output/version.ts';
import { parseMaxErrors, parseRequester, parseTypes } from '../flags/shared-values.ts';

/** The flags of `inspect` as commander gives them. */
export interface InspectFlags extends RedactionFlags {
  readonly threshold: readonly string[];
  readonly maxErrors?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly ignoreTypes?: string;
  readonly allowTornTail?: true;
}

/** Inspects traces and prints the report. */
export async function inspect(traces: readonly string[], flags: InspectFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  const progress = new Progress(process.stderr);
  const report = await inspectTraces(traces, {
    cwd: process.cwd(),
    format: flags.format ?? null,
    requester: parseRequester(flags.requester),
    ignoreTypes: parseTypes(flags.ignoreTypes),
    thresholds: flags.threshold.map(parseThreshold),
    maxErrors: parseMaxErrors(flags.maxErrors),
    allowTornTail: flags.allowTornTail ?? false,
    version: VERSION,
    redaction: parseRedaction(flags),
    onProgress: (count) => progress.update(count),
  }).finally(() => progress.clear());
  return deliverBy(outputs, exitCodeOf(report), async (reporter, options) => {
    const render = await loadInspectionReporter(reporter);
    return render(report, options);
  });
}
