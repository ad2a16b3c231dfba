import {
  type EvalReport,
  type Issue,
  policyOf,
  type Redaction,
  type RedactionPolicy,
  redactNames,
  type Report,
  RequesterCounts,
  type RunRecorder,
  SECRETS_ONLY,
  type TestReport,
  UserError,
  withKnown,
  rejectUnknownRequesters,
  ScorerCompiler,
  NameSums,
  type Finished,
} from '#core';
import type { Budget } from '#drivers';
import type { EvalPlan, Suite } from '#suite';
import { displayPath, fileError } from '#platform';
import { chooseFormat } from '#readers';
import { readClaims } from './reading/read-claims.ts';
import type { OnProgress } from './reading/meter.ts';
import type { SliceReaders } from './reading/slice.ts';
import { ONE_THREAD, openThreadPool, type ThreadPool } from './reading/thread-pool.ts';
import type { Driven } from './drive/collect-runs.ts';
import type { DriveOptions } from './drive/drive.ts';
import { isDrivenEval, isDrivenTest } from './drive/is-driven.ts';
import { Interrupted } from './limits/interrupted.ts';
import { findClaims } from './intake/claims.ts';
import { pushDown } from './push-down/push-down.ts';
import { EvalRun } from './eval-runs/eval-run.ts';
import { findGatesInCi } from './judging/gates-in-ci.ts';
import type { JudgeOptions } from './judging/judge-options.ts';
import { Judging } from './judging/judging.ts';
import { IssueList } from './issues/issue-list.ts';
import { datasetPath } from './datasets/dataset-path.ts';
import type { Selector } from './selection/selector.ts';
import type { ScoredRun } from './eval-runs/scored-run.ts';
import { loadServices } from './intake/load-services.ts';
import { TestRun } from './test-runs/test-run.ts';
import { assembleReport } from './assemble-report.ts';
import { idsOf } from './selection/select-rows.ts';
import { runIssue } from './issues/run-codes.ts';

export interface RunOptions {
  readonly cwd: string;
  /** Files, folders, globs or `-`; they replace `traces:` of the suites. Null: as the suites say. */
  readonly traces: readonly string[] | null;
  /** Replaces the dataset of every eval. */
  readonly dataset: string | null;
  /** Replaces `runs` of every test, and of every eval that says it. */
  readonly runs: number | null;
  readonly selector: Selector;
  /** The id of the format of all traces; null: each file is looked at. */
  readonly format: string | null;
  readonly allowTornTail: boolean;
  readonly version: string;
  /** How many threads read, where there is much to read; null: as many as there are cores. */
  readonly threads: number | null;
  /** Another thread pool than that of this machine. */
  readonly threadPool?: ThreadPool;
  readonly onProgress: OnProgress;
  /** Other processes that read traces, where there is much to read. */
  readonly readers?: SliceReaders | null;
  /** The rows that take part, by eval; an eval that is not named has all of its. */
  readonly only?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Called with every run of an eval that was scored, or could not be. */
  readonly onScored?: (run: ScoredRun) => void;
  /** How runs that are not recorded are made; null: they are not. */
  readonly drive: DriveOptions | null;
  /** What models may cost in all; null is as much as it takes. */
  readonly maxCost?: number | null;
  /** How judges are asked; null: they are not. */
  readonly judge?: JudgeOptions | null;
  /** What is replaced by placeholders in the report; secrets by default. */
  readonly redaction?: Redaction;
  /** Whether evidence has texts, arguments and results; it has by default. */
  readonly evidenceText?: boolean;
  /** The flags that replace values of the suites: all shards of a run need the same. */
  readonly suiteFlags?: readonly string[];
  /** Whether databases count the runs that they can count. */
  readonly pushDown?: boolean;
  /** Where runs are recorded as they are scored: then all are read on this thread. */
  readonly recorder?: RunRecorder;
}

/**
 * Measures the suites over recorded traces, and over runs that it makes where none are recorded. Throws a UserError
 * when the input as a whole cannot be used.
 */
export async function runSuites(suites: readonly Suite[], options: RunOptions): Promise<Report> {
  const format = await chooseFormat(options.format);
  const plans = suites.flatMap((suite) => [...suite.tests, ...suite.evals]);
  const policy = policyOf(options.redaction ?? 'secrets');
  const hasEvidenceText = options.evidenceText ?? true;
  const { recorder = null } = options;
  const shared = { hasEvidenceText, recorder };
  const compiler = new ScorerCompiler(await loadServices(plans), policy, shared);
  const judgings = openJudgings(suites, options, policy);
  rejectIssues(suites.flatMap((suite) => findGatesInCi(suite, process.env)));
  const compilers = new Map(
    suites.map((suite) => [suite, compiler.judgedBy(judgings.get(suite) ?? null)]),
  );
  const compilerOf = (suite: Suite): ScorerCompiler => compilers.get(suite) ?? compiler;
  const all = suites.flatMap((suite) =>
    suite.tests.map((plan) => new TestRun(suite, plan, compilerOf(suite))),
  );
  const selected = new Set(options.selector.tests(all));
  const evalPlans = suites.flatMap((suite) => suite.evals.map((plan) => ({ suite, plan })));
  const evals = options.selector.evals(evalPlans).map(
    ({ suite, plan }) =>
      new EvalRun(suite, plan, compilerOf(suite), {
        joinsTraces: options.traces !== null || plan.traces !== null || makesRuns(options, plan),
        // An eval that does not say `runs` has one run per row, whatever tests have.
        runs: plan.runs === null && !makesRuns(options, plan) ? null : (options.runs ?? plan.runs),
        only: options.only?.get(plan.name) ?? null,
        selected: options.selector.rows?.get(plan.name) ?? null,
        onScored: options.onScored,
      }),
  );
  const issues = new IssueList(policy);
  const { maxCost = null } = options;
  const command = maxCost === null ? null : (await import('./open-budget.ts')).openBudget(maxCost);
  try {
    for (const evalRun of evals) await readDataset(evalRun, options);
    const driven = await makeRuns([...selected], evals, options, compiler, command);
    for (const issue of driven?.issues ?? []) issues.add(issue);
    const files = driven?.files ?? NO_FILES;
    nameDriven([...selected], evals, files);
    const claims = await findClaims(all, evals, options.traces, options.cwd, files);
    rejectIssues(claims.issues.filter((issue) => issue.severity === 'error'));
    for (const issue of [...claims.issues, ...claims.unread]) issues.add(issue);
    if (claims.groups.length === 0 && driven === null) rejectMissingTraces([...selected], evals);
    const pushed = await pushDown(claims.groups, selected, options.pushDown === true);
    for (const note of pushed.notes) issues.add(note);
    const formats = await readClaims(pushed.groups, {
      tests: all,
      selected: pushed.selected,
      format,
      allowTornTail: options.allowTornTail,
      issues,
      seen: compiler.seen,
      root: suites[0]?.root ?? options.cwd,
      threadPool:
        recorder === null ? (options.threadPool ?? openThreadPool(options.threads)) : ONE_THREAD,
      onProgress: options.onProgress,
      readers: recorder === null ? (options.readers ?? null) : null,
      redaction: policy,
      hasEvidenceText,
    });
    const tests = [...selected];
    const runsOf = ({ plan }: TestRun): number | null =>
      driven?.runs.get(plan.name)?.needed ?? options.runs ?? plan.runs;
    rejectIssues(tests.map((test) => test.checkCount(runsOf(test))));
    rejectIssues(evals.flatMap((evalRun) => evalRun.checkCount()));
    for (const evalRun of evals) await evalRun.complete();
    for (const issue of await askJudges([...judgings.values()], options, command))
      issues.add(issue);
    for (const warning of suites.flatMap((suite) => suite.warnings)) issues.add(warning);
    let calls = 0;
    const requesters = new RequesterCounts(null);
    const names = new NameSums();
    const keep = <T extends { name: string }>(finished: Finished<T>): T => {
      const { report, remarks, warnings } = finished;
      calls += finished.calls;
      requesters.merge(finished.requesters);
      names.addExpected(finished.expected, finished.offers);
      for (const remark of remarks) issues.add(asIssue(report.name, remark));
      for (const warning of warnings ?? []) issues.add(warning);
      return report;
    };
    const testReports: TestReport[] = [];
    for (const test of tests) {
      const made = driven?.runs.get(test.plan.name) ?? null;
      testReports.push(keep(await test.finish(runsOf(test), made)));
    }
    const evalReports: EvalReport[] = [];
    for (const evalRun of evals) evalReports.push(keep(await evalRun.finish()));
    // What a shard lacks another may have: its report records the counts, and merging decides.
    const runs = [...testReports, ...evalReports].reduce((sum, part) => sum + part.runs, 0);
    names.addSeen(compiler.seen.state());
    if (options.selector.shard === null) {
      rejectUnknownRequesters(requesters, runs);
      for (const issue of names.findUnseen(runs)) issues.add(issue);
    }
    const report = assembleReport(suites, options, {
      tests: testReports,
      evals: evalReports,
      calls,
      listed: issues.report(),
      issueKeys: issues.state().keys,
      requesters,
      names: names.state(),
      formats,
    });
    return withoutSecrets(report, policy, driven?.secrets ?? []);
  } finally {
    for (const evalRun of evals) await evalRun.close();
  }
}

/** The judges of the suites that have one. */
function openJudgings(
  suites: readonly Suite[],
  { judge = null }: RunOptions,
  policy: RedactionPolicy | null,
): ReadonlyMap<Suite, Judging> {
  if (judge === null) return new Map();
  return new Map(
    suites.flatMap((suite) =>
      suite.judge === null
        ? []
        : [[suite, new Judging(suite, suite.judge, policy ?? SECRETS_ONLY)] as const],
    ),
  );
}

/** Asks what runs wait for; most runs wait for nothing, and do not pay for the code that does it. */
async function askJudges(
  judgings: readonly Judging[],
  { judge = null }: RunOptions,
  command: Budget | null,
): Promise<readonly Issue[]> {
  if (judge === null || judgings.length === 0) return [];
  if (judge.onPlan === undefined && judgings.every(({ isIdle }) => isIdle)) return [];
  const { judgeRuns, planQuestions } = await import('./judging/judge-runs.ts');
  if (judge.onPlan !== undefined) {
    judge.onPlan(await planQuestions(judgings, judge));
    return [];
  }
  return judgeRuns(judgings, judge, command);
}

/** Names, ids and paths are redacted here, and known secrets wherever they are. */
function withoutSecrets(
  report: Report,
  policy: RedactionPolicy | null,
  known: readonly string[],
): Report {
  return policy === null ? report : redactNames(report, withKnown(policy, known));
}

const NO_FILES: Driven['files'] = new Map();

/** Runs that were driven are named by the suite and its rows: where they are kept differs between equal runs. */
function nameDriven(
  tests: readonly TestRun[],
  evals: readonly EvalRun[],
  files: Driven['files'],
): void {
  for (const test of tests)
    if (files.has(test.plan.name)) test.drivenAt = { file: test.suite.file, line: test.plan.line };
  for (const evalRun of evals) if (files.has(evalRun.plan.name)) evalRun.isDriven = true;
}

function makesRuns({ traces, drive }: RunOptions, plan: EvalPlan): boolean {
  return traces === null && drive !== null && isDrivenEval(plan);
}

/** Makes the runs that are not recorded; null where all are. */
async function makeRuns(
  tests: readonly TestRun[],
  evals: readonly EvalRun[],
  options: RunOptions,
  compiler: ScorerCompiler,
  command: Budget | null,
): Promise<Driven | null> {
  if (options.traces !== null || options.drive === null) return null;
  if (
    ![
      ...tests.map(({ plan }) => isDrivenTest(plan)),
      ...evals.map(({ plan }) => isDrivenEval(plan)),
    ].includes(true)
  )
    return null;
  // What drives agents is a large part of the program, and most runs are recorded.
  const { drive } = await import('./drive/drive.ts');
  const { cwd, dataset, runs, selector } = options;
  const only = options.only ?? idsOf(selector.rows);
  const selection = { tests, evals, cwd, dataset, runs, ...(only === undefined ? {} : { only }) };
  const driven = await drive(selection, options.drive, compiler, command);
  if (driven?.isInterrupted) throw new Interrupted();
  return driven;
}

async function readDataset(
  evalRun: EvalRun,
  { dataset, cwd, onProgress }: RunOptions,
): Promise<void> {
  const path = datasetPath(dataset, evalRun.plan.dataset, evalRun.suite, cwd);
  await evalRun.readDataset(path, displayPath(path, evalRun.suite.root), onProgress);
}

function rejectIssues(issues: readonly (Issue | null)[]): void {
  const real = issues.filter((issue) => issue !== null);
  if (real.length > 0) throw new UserError(real);
}

/** Nothing to measure anywhere is unusable input; a single test without traces is merely not measured. */
function rejectMissingTraces(tests: readonly TestRun[], evals: readonly EvalRun[]): void {
  if (tests.length === 0 || evals.length > 0) return;
  throw fileError(
    'NO_TRACES_FOUND',
    'no traces: none of the selected tests says where its recorded runs are',
    { hint: 'give --traces <files>, or traces: in the suite' },
  );
}

function asIssue(name: string, remark: string): Issue {
  return runIssue('MATCH_REMARK', `${name}: ${remark}`);
}
