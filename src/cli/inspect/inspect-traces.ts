import type { InspectionReport } from '#core';
import { loadInspectionReporter, DOCUMENT_REPORTER_NAMES } from '#reporters';
import { exitCodeOf, inspectTraces, runError } from '#run';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { Progress } from '../output/progress.ts';
import { parseRedaction, type RedactionFlags } from '../flags/redaction-flags.ts';
import { parseUnwrap } from '../flags/unwrap-flag.ts';
import { parseThreshold } from '../flags/threshold-flag.ts';
import { VERSION } from '../output/version.ts';
import { parseMaxErrors, parseRequester, parseTypes } from '../flags/shared-values.ts';

/** The flags of `inspect` as commander gives them. */
export interface InspectFlags extends RedactionFlags {
  readonly threshold: readonly string[];
  readonly unwrap: readonly string[];
  readonly maxErrors?: string;
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly skills?: true;
  readonly format?: string;
  readonly requester?: string;
  readonly ignoreTypes?: string;
  readonly allowTornTail?: true;
  readonly pushDown?: true;
  readonly mine?: true;
  readonly newest?: string;
}

/** Inspects traces and prints the report. */
export async function inspect(traces: readonly string[], flags: InspectFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  rejectMisplaced(traces, flags);
  if (flags.mine === true) {
    const { inspectMine, parseNewest } = await import('./inspect-mine.ts');
    return inspectMine(parseNewest(flags.newest), outputs, (files) => look(files, flags));
  }
  const report = await look(traces, flags);
  return deliverBy(outputs, exitCodeOf(report), async (reporter, options) => {
    const render = await loadInspectionReporter(reporter);
    return render(report, options);
  });
}

function rejectMisplaced(traces: readonly string[], { mine, newest }: InspectFlags): void {
  if (mine === true && traces.length > 0)
    throw runError('FLAG_NO_EFFECT', '--mine looks for traces itself, so none can be named', {
      hint: 'leave out --mine, or the traces',
    });
  if (mine !== true && newest !== undefined)
    throw runError('FLAG_NO_EFFECT', '--newest has no effect without --mine');
  if (mine !== true && traces.length === 0)
    throw runError('FLAG_NO_EFFECT', 'there is nothing to inspect', {
      hint: 'name files, folders or - for stdin, or write --mine for the coding agents on this machine',
    });
}

async function look(traces: readonly string[], flags: InspectFlags): Promise<InspectionReport> {
  const progress = new Progress(process.stderr);
  return await inspectTraces(traces, {
    cwd: process.cwd(),
    format: flags.format ?? null,
    requester: parseRequester(flags.requester),
    ignoreTypes: parseTypes(flags.ignoreTypes),
    unwrap: flags.unwrap.map(parseUnwrap),
    thresholds: flags.threshold.map(parseThreshold),
    maxErrors: parseMaxErrors(flags.maxErrors),
    allowTornTail: flags.allowTornTail ?? false,
    pushDown: flags.pushDown === true,
    skills: flags.skills ?? false,
    version: VERSION,
    redaction: parseRedaction(flags),
    onProgress: (count) => progress.update(count),
  }).finally(() => progress.clear());
}
