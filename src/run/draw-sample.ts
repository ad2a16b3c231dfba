import { compileRequesters, type Issue, RequesterCounts, type ToolSpec, UserError } from '#core';
import { formatCases, manifestOf, type SampleManifest, type SamplePlan, Sampler } from '#dataset';
import { expandTraces, findRoot } from '#platform';
import { readTraces } from '#readers';
import { chooseFormat } from './choose-format.ts';
import { EmptyInputs } from './empty-inputs.ts';
import { labelOf } from './label-of.ts';
import { rejectUnknownRequesters } from './unknown-requesters.ts';

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
  readonly unreadable: readonly Issue[];
}

const LISTED = 20;

/** Reads traces once and draws cases from them. Throws a UserError when there is nothing to draw from. */
export async function drawSample(
  traces: readonly string[],
  plan: SamplePlan,
  options: DrawOptions,
): Promise<DrawnSample> {
  const sampler = new Sampler(plan);
  const format = await chooseFormat(options.format);
  const { paths, issues, unread } = await expandTraces(traces, options.cwd);
  const errors = issues.filter((issue) => issue.severity === 'error');
  if (errors.length > 0) throw new UserError(errors);
  const root = findRoot(options.cwd);
  const inputs = paths.map((path) => ({ path, label: labelOf(path, root) }));
  const isAsked = compileRequesters(options.requester);
  const requesters = new RequesterCounts(options.requester);
  const unreadable: Issue[] = unread.slice(0, LISTED);
  let unreadableCount = unread.length;
  const empty = new EmptyInputs();
  let read = 0;
  for await (const records of readTraces(inputs, { format })) {
    for (const record of records) {
      empty.add(record);
      if (record.kind === 'trace') {
        const { trace } = record;
        requesters.add(trace.calls);
        const calls = trace.calls.filter(({ requester }) => isAsked(requester));
        sampler.add({ ...trace, calls, offered: trace.offered ?? options.catalog });
      } else if (record.kind === 'error') {
        unreadableCount += 1;
        if (unreadable.length < LISTED) unreadable.push(record.issue);
      }
    }
    options.onProgress((read += records.length));
  }
  empty.check();
  rejectUnknownRequesters(requesters, read);
  const sample = sampler.finish();
  return {
    manifest: manifestOf(sample, unreadableCount),
    cases: formatCases(sample.cases),
    unreadable,
  };
}
