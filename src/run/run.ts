import {
  countVerdicts,
  type EvalReport,
  type Issue,
  type Report,
  type ReportIssue,
  type TestReport,
  UserError,
  worstVerdict,
} from '#core';
import { resolve } from 'node:path';
import { posixRelative } from '#platform';
import { readTraces } from '#readers';
import type { Suite } from '#suite';
import { type Claim, findClaims } from './claims.ts';
import { EvalRun } from './eval-run.ts';
import { IssueList } from './issue-list.ts';
import type { Finished } from './measure.ts';
import { type Selector } from './selector.ts';
import { ScorerCompiler } from './scorer-compiler.ts';
import { loadServices } from './services.ts';
import { TestRun } from './test-run.ts';

/** How many traces without a test are listed. */
const LISTED = 20;

export interface RunOptions {
  readonly cwd: string;
  /** Files, folders, globs or `-`; they replace `traces:` of the suites. Null: as the suites say. */
  readonly traces: readonly string[] | null;
  /** Replaces the dataset of every eval. */
  readonly dataset: string | null;
  /** Replaces `runs` of every test. */
  readonly runs: number | null;
  readonly selector: Selector;
  readonly allowTornTail: boolean;
  readonly version: string;
  readonly onProgress: (traces: number) => void;
}

/** Measures the suites over recorded traces. Throws a UserError when the input as a whole cannot be used. */
export async function runSuites(suites: readonly Suite[], options: RunOptions): Promise<Report> {
  const plans = suites.flatMap((suite) => [...suite.tests, ...suite.evals]);
  const compiler = new ScorerCompiler(await loadServices(plans.flatMap((plan) => plan.scorers)));
  const all = suites.flatMap((suite) =>
    suite.tests.map((plan) => new TestRun(suite, plan, compiler)),
  );
  const selected = new Set(options.selector.tests(all));
  const evalPlans = suites.flatMap((suite) => suite.evals.map((plan) => ({ suite, plan })));
  const evals = options.selector
    .evals(evalPlans)
    .map(
      ({ suite, plan }) =>
        new EvalRun(suite, plan, compiler, options.traces !== null || plan.traces !== null),
    );
  const issues = new IssueList();
  try {
    for (const one of evals) await readDataset(one, options);
    const claims = await findClaims(all, evals, options.traces, options.cwd);
    refuse(claims.issues.filter((issue) => issue.severity === 'error'));
    for (const issue of claims.issues) issues.add(issue);
    if (claims.files.length === 0) refuseWithoutTraces([...selected], evals);
    await readClaims(claims.files, selected, suites, options, issues);
    const tests = [...selected];
    refuse(tests.map((test) => test.checkCount(options.runs ?? test.plan.runs)));
    for (const warning of suites.flatMap((suite) => suite.warnings)) issues.add(warning);
    let calls = 0;
    const keep = <T extends { name: string }>({ report, ...rest }: Finished<T>): T => {
      calls += rest.calls;
      for (const remark of rest.remarks) issues.add(asIssue(report.name, remark));
      return report;
    };
    const testReports: TestReport[] = [];
    for (const test of tests) {
      testReports.push(keep(await test.finish(options.runs ?? test.plan.runs)));
    }
    const evalReports: EvalReport[] = [];
    for (const one of evals) evalReports.push(keep(await one.finish()));
    return assemble(suites, options, testReports, evalReports, calls, issues.first());
  } finally {
    for (const one of evals) await one.close();
  }
}

async function readDataset(one: EvalRun, { dataset, cwd, onProgress }: RunOptions): Promise<void> {
  const path = dataset === null ? one.plan.dataset : resolve(cwd, dataset);
  await one.readDataset(path, labelOf(path, [one.suite], cwd), onProgress);
}

/** Reads every file once and hands each trace to its test or row. */
async function readClaims(
  files: readonly Claim[],
  selected: ReadonlySet<TestRun>,
  suites: readonly Suite[],
  options: RunOptions,
  issues: IssueList,
): Promise<void> {
  const unclaimed: Issue[] = [];
  let unclaimedTotal = 0;
  const conflicts: Issue[] = [];
  let read = 0;
  for (const claim of files) {
    const only = claim.owner ?? claim.pool.only;
    const label = labelOf(claim.path, suites, options.cwd);
    for await (const records of readTraces({ path: claim.path, label })) {
      for (const record of records) {
        if (record.kind === 'error') {
          if (record.issue.code === 'NO_RECORDS') throw new UserError([record.issue]);
          if (record.issue.code === 'TRACE_TORN_TAIL' && options.allowTornTail)
            issues.add({ ...record.issue, severity: 'warning' });
          else if (only === null) issues.add(record.issue);
          else if (selected.has(only)) only.addUnreadable(record.issue);
          continue;
        }
        const { trace, where } = record;
        for (const issue of trace.issues)
          issues.add({ ...issue, where: { ...where, ...issue.where } });
        let taken = false;
        for (const one of claim.evals) taken = (await one.takeTrace(trace, where)) || taken;
        if (taken) continue;
        const takers = claim.owner === null ? claim.pool.find(trace) : [claim.owner];
        if (takers.length === 1) {
          const test = takers[0] as TestRun;
          const conflict = selected.has(test) ? test.add(trace, where) : null;
          if (conflict !== null) conflicts.push(conflict);
        } else if (++unclaimedTotal <= LISTED)
          unclaimed.push(unclaimedIssue(takers, trace.test, trace.case, where));
      }
      read += records.length;
      options.onProgress(read);
    }
  }
  if (unclaimedTotal > LISTED) {
    unclaimed.push({
      code: 'TRACE_UNCLAIMED',
      severity: 'error',
      message: `and ${unclaimedTotal - LISTED} more traces`,
      where: null,
    });
  }
  refuse([...unclaimed, ...conflicts]);
}

function unclaimedIssue(
  takers: readonly TestRun[],
  test: string | null,
  row: string | null,
  where: Issue['where'],
): Issue {
  if (takers.length > 1) {
    const names = takers.map((taker) => `"${taker.plan.name}"`).join(', ');
    return {
      code: 'TRACE_AMBIGUOUS',
      severity: 'error',
      message: `${takers.length} tests take this trace: ${names}`,
      where,
      hint: 'make their select: differ, or name the test in the trace',
    };
  }
  const named =
    test === null
      ? row === null
        ? 'it names no test'
        : `no row has the id "${row}"`
      : `there is no test "${test}"`;
  return {
    code: 'TRACE_UNCLAIMED',
    severity: 'error',
    message: `no test takes this trace: ${named}`,
    where,
    hint: 'put "test": "<name>" in the trace, or give the test traces: or select:',
  };
}

/** A path as reports show it: from the project root where it is inside, else its last part. */
function labelOf(path: string, suites: readonly Suite[], cwd: string): string {
  if (path === '-') return '(stdin)';
  const label = posixRelative(suites[0]?.root ?? cwd, path);
  return label.startsWith('../') ? label.slice(label.lastIndexOf('/') + 1) : label;
}

function refuse(issues: readonly (Issue | null)[]): void {
  const real = issues.filter((issue) => issue !== null);
  if (real.length > 0) throw new UserError(real);
}

/** Nothing to measure anywhere is unusable input; a single test without traces is merely not measured. */
function refuseWithoutTraces(tests: readonly TestRun[], evals: readonly EvalRun[]): void {
  if (tests.length === 0 || evals.length > 0) return;
  throw new UserError([
    {
      code: 'NO_TRACES_FOUND',
      severity: 'error',
      message: 'no traces: none of the selected tests says where its recorded runs are',
      where: null,
      hint: 'give --traces <files>, or traces: in the suite',
    },
  ]);
}

function asIssue(name: string, remark: string): Issue {
  return { code: 'MATCH_REMARK', severity: 'warning', message: `${name}: ${remark}`, where: null };
}

function assemble(
  suites: readonly Suite[],
  options: RunOptions,
  tests: readonly TestReport[],
  evals: readonly EvalReport[],
  calls: number,
  issues: readonly ReportIssue[],
): Report {
  const unread: 'error'[] = issues.some((issue) => issue.severity === 'error') ? ['error'] : [];
  const parts = [...tests, ...evals];
  const { shard } = options.selector;
  return {
    schemaVersion: 1,
    verdict: worstVerdict([...parts.map((part) => part.verdict), ...unread]),
    tests,
    evals,
    totals: {
      tests: countVerdicts(tests.map((test) => test.verdict)),
      evals: countVerdicts(evals.map((one) => one.verdict)),
      cases: countVerdicts(evals.flatMap((one) => one.cases.map(({ verdict }) => verdict))),
      runs: parts.reduce((sum, part) => sum + part.runs, 0),
      errors: parts.reduce((sum, part) => sum + part.errors, 0),
      calls,
      gates: countVerdicts(parts.flatMap((part) => part.gates.map((gate) => gate.outcome))),
    },
    issues,
    suites: suites.filter(({ file }) => file !== '').map(({ file, sha256 }) => ({ file, sha256 })),
    version: options.version,
    ...(shard === null ? {} : { shard }),
    timing: {},
  };
}
