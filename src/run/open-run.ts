import type { Issue, Report } from '#core';
import type { Suite } from '#suite';
import { checkSelection, type Selection } from './selection/check-selection.ts';
import { type PlanSummary, summarisePlan } from './drive/plan-summary.ts';
import type { DriveOptions } from './drive/drive.ts';
import { checkScorers } from './execution/check-execution.ts';
import { findChangedSuites } from './history/changed-suites.ts';
import { keepRun, type RunFacts } from './history/keep-run.ts';
import type { BaselineOptions, CompareWithBaseline } from './history/read-baseline.ts';
import type { PlannedQuestions } from './judging/judge-options.ts';
import { summariseQuestions } from './summarise-questions.ts';
import { runSuites, type RunOptions } from './run.ts';
import { compileSelector } from './selection/selector.ts';
import { selectRows } from './selection/select-rows.ts';

/** All that a run of suites needs besides the suites. */
export interface OpenRunOptions extends Omit<RunOptions, 'selector' | 'onScored' | 'drive'> {
  readonly drive: DriveOptions;
  readonly filter: Selection['filter'];
  readonly baseline: BaselineOptions;
}

/** What a dry run shows. */
export interface RunPlan {
  readonly summary: PlanSummary;
  readonly questions: readonly PlannedQuestions[];
}

/** The report of a run, and what was kept of it. */
export interface MadeRun {
  readonly report: Report;
  /** The file of the history that contains the report as JSON; null where it was not kept. */
  readonly reportFile: string | null;
  /** Why the run was not kept, where it should have been. */
  readonly warnings: readonly Issue[];
  /** The files of suites that changed during the run. */
  readonly changedSuites: readonly string[];
}

/** A run that was checked and can begin. */
export interface OpenRun {
  readonly plan: () => Promise<RunPlan>;
  /** Measures the suites; `facts` are kept in the history, which null leaves as it is. */
  readonly make: (
    onScored: RunOptions['onScored'] | null,
    facts: (() => RunFacts) | null,
  ) => Promise<MadeRun>;
}

/** Checks that suites can be run like this, and reads the report to compare with. Throws a UserError otherwise. */
export async function openRun(
  suites: readonly Suite[],
  { filter, baseline, ...options }: OpenRunOptions,
): Promise<OpenRun> {
  const compare = await openBaseline(baseline, suites);
  const rows = await selectRows(suites, filter, options);
  const selector = compileSelector(filter, baseline.shard, rows);
  checkSelection(suites, { filter, dataset: options.dataset, rows });
  checkScorers(suites, options.drive.noExecution);
  let source: 'recorded' | 'live' = 'recorded';
  const drive: DriveOptions = {
    ...options.drive,
    onProgress: (progress) => {
      source = 'live';
      options.drive.onProgress(progress);
    },
  };
  const runOptions: RunOptions = { ...options, selector, drive };
  return {
    plan: async () => ({
      questions: await summariseQuestions(suites, runOptions),
      summary: await summarisePlan(suites, { ...runOptions, ...drive }),
    }),
    make: async (onScored, facts) => {
      const measured = await runSuites(suites, {
        ...runOptions,
        ...(onScored === null || onScored === undefined ? {} : { onScored }),
      });
      const report = compare === null ? measured : compare(measured, source);
      // Before anything is shown: a run whose output fails, or whose reader goes away, was a run.
      const root = suites[0]?.root ?? options.cwd;
      const changedSuites = findChangedSuites(suites);
      const kept = facts === null ? null : await keepRun(report, root, facts());
      return {
        report,
        reportFile: kept !== null && 'file' in kept ? kept.file : null,
        warnings: kept !== null && 'issue' in kept ? [kept.issue] : [],
        changedSuites,
      };
    },
  };
}

/** Most runs are compared with nothing, and do not pay for the code that does it. */
async function openBaseline(
  options: BaselineOptions,
  suites: readonly Suite[],
): Promise<CompareWithBaseline | null> {
  const isAsked = options.baseline !== null || options.regression !== null;
  const isNamed = options.shard === null && suites.some(({ baseline }) => baseline !== null);
  if (!isAsked && !isNamed) return null;
  const { readBaseline } = await import('./history/read-baseline.ts');
  return await readBaseline(options, suites);
}
