import { join, resolve } from 'node:path';
import type { GateId, GateOp, Issue, Redaction, Report } from '#core';
import {
  applySeed,
  exitCodeOf,
  liveFolder,
  loadSuites,
  openRun,
  type OpenRunOptions,
  type RunPlan,
  whyNoExecution,
} from '#run';
import { stateFolder } from '#store';
import { applyThresholds, type Suite, type ThresholdFlag } from '#suite';
import { VERSION } from './version.ts';

/** What a gate of `thresholds` asks for: a value that is at least as good, or operators with their values. */
export type Threshold =
  | number
  | string
  | Partial<Record<Exclude<GateOp, 'between'>, number | string>>;

/** How suites are run. All is as on the command line by default, but nothing is kept in the history. */
export interface RunSuiteOptions {
  /** Where relative paths start; the working directory by default. */
  readonly cwd?: string;
  /** Recorded runs that replace `traces:` of the suites. */
  readonly traces?: string | readonly string[];
  readonly format?: string;
  /** Replaces the dataset of the evals. */
  readonly dataset?: string;
  /** Only tests and evals whose name contains this. */
  readonly filter?: string;
  readonly runs?: number;
  readonly shard?: string;
  /** Gates that replace those on the same metrics: `{ 'tool_selection.f1': 90 }`. */
  readonly thresholds?: Readonly<Partial<Record<GateId, Threshold>>>;
  /** A folder where runs that are made are kept as cassettes. */
  readonly record?: string;
  /** A folder of cassettes: nothing is started and no model is asked. */
  readonly replay?: string;
  /** What models may cost; then no further run or question begins. */
  readonly maxCost?: number;
  readonly seed?: number;
  /** How many runs are made at once. */
  readonly concurrency?: number;
  /** Whether suites may start programs and load modules; by default not for changes of a fork. */
  readonly exec?: boolean;
  /** An earlier report to compare with: a file, `last`, or the name or number of a kept run. */
  readonly baseline?: string;
  /** Whether the run is kept in `.whichtool/`. */
  readonly history?: boolean;
  readonly redaction?: Redaction;
  /** Whether evidence has texts, arguments and results. */
  readonly evidenceText?: boolean;
  /** Ends what is under way: then `runSuite` throws. */
  readonly signal?: AbortSignal;
  /** Called with what is to be said beside the results. */
  readonly onNote?: (note: string) => void;
}

/** The report of a run, and the exit code that the command line would have. */
export interface SuiteResult {
  readonly report: Report;
  readonly exitCode: number;
  /** Why the run was not kept, where it should have been. */
  readonly warnings: readonly Issue[];
}

/** Loads suites (files, folders, globs), gets their runs, scores and gates them. Throws a UserError as exit code 2 would say. */
export async function runSuite(
  suites: string | readonly string[],
  options: RunSuiteOptions = {},
): Promise<SuiteResult> {
  const startedAt = new Date();
  const start = performance.now();
  const run = await open(suites, options);
  const facts = () => ({
    name: null,
    startedAt,
    durationMs: Math.round(performance.now() - start),
  });
  const { report, warnings } = await run.make(null, options.history === true ? facts : null);
  return { report, exitCode: exitCodeOf(report), warnings };
}

/** What a run would do: which runs it would make, what judges would be asked, and what both may cost. */
export async function planSuite(
  suites: string | readonly string[],
  options: RunSuiteOptions = {},
): Promise<RunPlan> {
  return await (await open(suites, options)).plan();
}

async function open(
  paths: string | readonly string[],
  options: RunSuiteOptions,
): ReturnType<typeof openRun> {
  const { cwd = process.cwd(), seed = null } = options;
  const loaded = await loadSuites([paths].flat(), cwd);
  const suites = applySeed(applyThresholds(loaded, thresholdsOf(options)), seed);
  return await openRun(suites, openOptions(suites, options, cwd));
}

function thresholdsOf({ thresholds = {} }: RunSuiteOptions): readonly ThresholdFlag[] {
  return Object.entries(thresholds).flatMap(([metric, threshold]): ThresholdFlag[] => {
    if (typeof threshold !== 'object')
      return threshold === undefined ? [] : [{ metric, op: null, text: String(threshold) }];
    return Object.entries(threshold).map(([op, value]) => {
      return { metric, op: op as GateOp, text: String(value) };
    });
  });
}

/** How many runs are under way at once, by default. */
const CONCURRENCY = 4;

function openOptions(
  suites: readonly Suite[],
  options: RunSuiteOptions,
  cwd: string,
): OpenRunOptions {
  const { record, replay, maxCost = null, onNote = () => {} } = options;
  const noExecution = whyNoExecution(options.exec);
  const named = replay ?? record;
  const folder = named === undefined ? liveFolder(suites, cwd) : resolve(cwd, named);
  const isReplay = replay !== undefined;
  const listen = (): AbortSignal => options.signal ?? new AbortController().signal;
  const onProgress = (): void => {};
  return {
    cwd,
    traces: options.traces === undefined ? null : [options.traces].flat(),
    dataset: options.dataset ?? null,
    filter: options.filter ?? null,
    runs: options.runs ?? null,
    format: options.format ?? null,
    allowTornTail: false,
    version: VERSION,
    redaction: options.redaction ?? 'secrets',
    evidenceText: options.evidenceText ?? true,
    threads: null,
    onProgress,
    maxCost,
    drive: {
      folder,
      isReplay,
      keepsFresh: false,
      concurrency: options.concurrency ?? CONCURRENCY,
      noExecution,
      listen,
      onProgress,
      onNote,
    },
    judge: {
      cache: join(stateFolder(suites[0]?.root ?? cwd), 'judge'),
      folder: named === undefined ? null : folder,
      isReplay,
      noExecution,
      listen,
      onProgress,
    },
    baseline: {
      baseline: options.baseline ?? null,
      shard: options.shard ?? null,
      regression: null,
      cwd,
      onNote,
    },
  };
}
