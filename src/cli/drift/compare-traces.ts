import { DRIFT_SHARE } from '#core';
import { DOCUMENT_REPORTER_NAMES, loadDriftReporter } from '#reporters';
import { driftTraces, exitCodeOf, runError } from '#run';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { parseMaxErrors, parseRequester, parseTypes } from '../flags/shared-values.ts';
import { parseThreshold } from '../flags/threshold-flag.ts';
import { type Flag, parseShare } from '../flags/values.ts';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { Progress } from '../output/progress.ts';
import { VERSION } from '../output/version.ts';

/** The flags of `drift` as commander gives them. */
export interface DriftFlags extends RedactionFlags {
  readonly maxDrift?: string;
  readonly minChange?: string;
  readonly threshold: readonly string[];
  readonly maxErrors?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly ignoreTypes?: string;
  readonly allowTornTail?: true;
  readonly pushDown?: true;
}

const MAX_DRIFT: Flag = { name: '--max-drift', code: 'FLAG_DRIFT' };
const MIN_CHANGE: Flag = { name: '--min-change', code: 'FLAG_DRIFT' };

/** Compares two piles of traces and prints the report. */
export async function compareTraces(
  before: string,
  after: string,
  flags: DriftFlags,
): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  if (before === '-' && after === '-')
    throw runError('FLAG_DRIFT', 'standard input can be one of the two piles, not both');
  const { maxDrift, minChange } = flags;
  if (maxDrift !== undefined) parseShare(MAX_DRIFT, maxDrift);
  const shares = maxDrift === undefined ? [] : [`${DRIFT_SHARE}=${maxDrift}`];
  const progress = new Progress(process.stderr);
  const report = await driftTraces(before, after, {
    cwd: process.cwd(),
    format: flags.format ?? null,
    requester: parseRequester(flags.requester),
    ignoreTypes: parseTypes(flags.ignoreTypes),
    thresholds: [...flags.threshold, ...shares].map(parseThreshold),
    minChange: minChange === undefined ? { num: 0n, den: 1n } : parseShare(MIN_CHANGE, minChange),
    maxErrors: parseMaxErrors(flags.maxErrors),
    allowTornTail: flags.allowTornTail ?? false,
    pushDown: flags.pushDown === true,
    version: VERSION,
    redaction: parseRedaction(flags),
    onProgress: (count) => progress.update(count),
  }).finally(() => progress.clear());
  return deliverBy(outputs, exitCodeOf(report), async (reporter, options) => {
    const render = await loadDriftReporter(reporter);
    return render(report, options);
  });
}
