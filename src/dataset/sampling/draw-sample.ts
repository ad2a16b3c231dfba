import {
  compileRequesters,
  type Issue,
  rejectUnknownRequesters,
  RequesterCounts,
  type ToolSpec,
} from '#core';
import { openTraces } from '#readers';
import { formatCases, manifestOf, type SampleManifest } from './sample.ts';
import { Sampler, type SamplePlan } from './sampler.ts';

export interface DrawOptions {
  readonly cwd: string;
  readonly format: string | null;
  readonly requester: readonly string[] | null;
  /** The tools that were offered where a trace does not say; null without a catalog. */
  readonly catalog: readonly ToolSpec[] | null;
  readonly onProgress: (traces: number) => void;
}

/** A sample as it will be written, and what could not be read. */
export interface DrawnSample {
  readonly manifest: SampleManifest;
  /** The text of `sample.jsonl`. */
  readonly cases: string;
  /** The first records that could not be read, and what is odd about the files. */
  readonly issues: readonly Issue[];
}

const MAX_ISSUES = 20;

/** Reads traces once and draws cases from them. Throws a UserError when there is nothing to draw from. */
export async function drawSample(
  traces: readonly string[],
  plan: SamplePlan,
  options: DrawOptions,
): Promise<DrawnSample> {
  const sampler = new Sampler(plan);
  const { warnings, batches } = await openTraces(traces, options.cwd, { format: options.format });
  const isCounted = compileRequesters(options.requester);
  const requesters = new RequesterCounts(options.requester);
  const issues: Issue[] = [...warnings];
  let unreadable = 0;
  let read = 0;
  for await (const records of batches) {
    for (const record of records) {
      if (record.kind === 'trace') {
        const { trace } = record;
        requesters.add(trace.calls);
        const calls = trace.calls.filter(({ requester }) => isCounted(requester));
        sampler.add({ ...trace, calls, offered: trace.offered ?? options.catalog });
      } else {
        if (record.kind === 'error') unreadable += 1;
        if (issues.length < MAX_ISSUES) issues.push(record.issue);
      }
    }
    options.onProgress((read += records.length));
  }
  rejectUnknownRequesters(requesters, read);
  const sample = sampler.finish();
  return {
    manifest: manifestOf(sample, unreadable),
    cases: formatCases(sample.cases),
    issues,
  };
}
