import { existsSync } from 'node:fs';
import {
  findObstacle,
  type RecordedEval,
  type RecordedTest,
  type Report,
  RunRecorder,
  type ScoredExtent,
} from '#core';
import type { EvalPlan, Suite, TestPlan } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { isDrivenEval, isDrivenTest } from '../drive/is-driven.ts';
import { liveFolder } from '../drive/live-folder.ts';
import { runSuites } from '../run.ts';
import type { Selector } from '../selection/selector.ts';

/** How the runs of a suite are recorded. */
export interface RecordOptions {
  readonly cwd: string;
  readonly version: string;
  /** At least this is recorded of runs, even where their scores follow from less. */
  readonly extent: ScoredExtent;
}

/** A test or an eval with its runs, or why they cannot be scored again from records. */
export interface RecordedItem {
  readonly kind: 'test' | 'eval';
  readonly name: string;
  readonly recorded: RecordedTest | RecordedEval | null;
  readonly obstacle: string | null;
}

/** The runs of a suite, and the report that `run` makes of them, without texts. */
export interface RecordedSuite {
  /** Null where nothing can be scored again. */
  readonly report: Report | null;
  readonly items: readonly RecordedItem[];
}

/** A page must be able to keep the texts of an item. */
const MAX_CHARACTERS = 48 * 1024 * 1024;

/**
 * Reads the traces of a suite as `run` does, and records its runs as they are scored. Nothing is started and no model is
 * asked: of agents that are driven, the runs that the last run kept are read.
 */
export async function recordSuite(suite: Suite, options: RecordOptions): Promise<RecordedSuite> {
  const { cwd, version, extent } = options;
  const folder = liveFolder([suite], cwd);
  const hasKept = existsSync(folder);
  const obstacleOf = (plan: TestPlan | EvalPlan): string | null =>
    findObstacle(plan) ?? drivenObstacle(plan, hasKept);
  const plans = [...suite.tests, ...suite.evals];
  const obstacles = new Map(plans.map((plan) => [plan, obstacleOf(plan)]));
  const takesPart = ({ plan }: { readonly plan: TestPlan | EvalPlan }): boolean =>
    obstacles.get(plan) === null;
  const recorder = new RunRecorder({ limit: MAX_CHARACTERS, extent });
  const selector: Selector = {
    filter: null,
    shard: null,
    rows: null,
    tests: (all) => all.filter(takesPart),
    evals: (all) => all.filter(takesPart),
  };
  const report = plans.some((plan) => takesPart({ plan }))
    ? await runSuites([suite], {
        cwd,
        version,
        selector,
        recorder,
        traces: null,
        dataset: null,
        runs: null,
        format: null,
        allowTornTail: false,
        threads: 1,
        onProgress: () => {},
        drive: hasKept ? replayFrom(folder) : null,
        evidenceText: false,
      })
    : null;
  const itemOf =
    (kind: RecordedItem['kind']) =>
    (plan: TestPlan | EvalPlan): RecordedItem => {
      const obstacle = obstacles.get(plan) ?? null;
      const recorded = obstacle === null ? recorder.recorded(plan) : null;
      const { name } = plan;
      if (recorded !== null || obstacle !== null) return { kind, name, recorded, obstacle };
      const megabytes = MAX_CHARACTERS / 1024 / 1024;
      const why = `what its scores follow from is longer than ${megabytes} million characters`;
      return { kind, name, recorded, obstacle: why };
    };
  return {
    report,
    items: [...suite.tests.map(itemOf('test')), ...suite.evals.map(itemOf('eval'))],
  };
}

function drivenObstacle(plan: TestPlan | EvalPlan, hasKept: boolean): string | null {
  const isDriven = 'dataset' in plan ? isDrivenEval(plan) : isDrivenTest(plan);
  if (!isDriven) return null;
  if (!hasKept)
    return 'its runs are made by driving an agent, and none are kept here: run it once with `whichtool run`';
  return plan.drive?.stopsWhenDecided === true
    ? 'its gates decide how many runs are made (stop_when_decided)'
    : null;
}

/** Only what was kept is read. */
function replayFrom(folder: string): DriveOptions {
  return {
    folder,
    isReplay: true,
    keepsFresh: true,
    concurrency: 1,
    noExecution: 'a page starts nothing',
    listen: () => new AbortController().signal,
    onProgress: () => {},
    onNote: () => {},
  };
}
