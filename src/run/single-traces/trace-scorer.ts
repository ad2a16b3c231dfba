import {
  CallChecker,
  type CheckedCalls,
  type CodeFoldOutputs,
  policyOf,
  ScorerCompiler,
  SCORERS,
  type Services,
  type TestReport,
  type Trace,
  type Verdict,
  verdictOfRun,
} from '#core';
import { loadLinearRegex, scorerPlan, type Suite, tracesSuite } from '#suite';
import { TestPool } from '../test-runs/test-pool.ts';
import { TestRun } from '../test-runs/test-run.ts';

/** What a suite says of a single trace. */
export interface TraceScore {
  /** The test that takes it; null where none does, or several do. */
  readonly test: string | null;
  /** Null where no test takes it. */
  readonly verdict: Verdict | null;
  /** Why it was not measured; null where it was. */
  readonly why: string | null;
  /** What is wrong with its calls by themselves. */
  readonly checked: CheckedCalls;
}

/** After so many traces the names that were seen are forgotten: they are of no use here, and would only grow. */
const RENEWED_AFTER = 10_000;

/** Scores traces one at a time, each as a run of a test would be. */
export class TraceScorer {
  readonly #tests: readonly { readonly suite: Suite; readonly plan: Suite['tests'][number] }[];
  readonly #labelFree: Suite;
  readonly #services: Services;
  readonly #checker: CallChecker;
  #compiler: ScorerCompiler;
  #pool: TestPool;
  #scored = 0;

  private constructor(suites: readonly Suite[], services: Services, cwd: string) {
    this.#tests = suites.flatMap((suite) => suite.tests.map((plan) => ({ suite, plan })));
    const labelFree = SCORERS.filter(({ isLabelFree }) => isLabelFree === true);
    const scorers = labelFree.map(({ name }) => scorerPlan(name, {}));
    this.#labelFree = tracesSuite(cwd, scorers, { requester: null }, 0);
    this.#services = services;
    this.#checker = new CallChecker(undefined, services);
    this.#compiler = this.#newCompiler();
    this.#pool = this.#newPool();
  }

  static async open(suites: readonly Suite[], cwd: string): Promise<TraceScorer> {
    return new TraceScorer(suites, { regex: await loadLinearRegex() }, cwd);
  }

  /** The names of the tests that may take a trace. */
  get tests(): readonly string[] {
    return this.#tests.map(({ plan }) => plan.name);
  }

  score(trace: Trace): TraceScore {
    if (++this.#scored % RENEWED_AFTER === 0) {
      this.#compiler = this.#newCompiler();
      this.#pool = this.#newPool();
    }
    const checked = this.#checker.check(trace.calls, trace);
    const test = this.#testOf(trace);
    if (test === null) return { test: null, verdict: null, why: null, checked };
    const { verdict, why } = this.#outcomeOf(test, trace);
    return { test: test.plan.name, verdict, why, checked };
  }

  /** The report of the test that takes a trace, with this run alone; of the scorers that need no label where none does. */
  async report(trace: Trace): Promise<TestReport> {
    const test =
      this.#testOf(trace) ??
      new TestRun(this.#labelFree, this.#labelFree.tests[0]!, this.#compiler);
    test.add(asOnlyRun(trace), { where: trace.id === null ? null : { file: trace.id } });
    return (await test.finish(null, null, withoutCode)).report;
  }

  /** All tests of the suite, to be scored over many traces together. */
  openTests(): SummedTests {
    const compiler = this.#newCompiler();
    return new SummedTests(
      this.#tests.map(({ suite, plan }) => new TestRun(suite, plan, compiler)),
    );
  }

  /** Several tests that take a trace are as good as none: it is not known which is meant. */
  #testOf(trace: Trace): TestRun | null {
    const [test, ...others] = this.#pool.find(trace);
    if (test === undefined || others.length > 0) return null;
    test.forget();
    return test as TestRun;
  }

  #outcomeOf(test: TestRun, trace: Trace): Pick<TraceScore, 'verdict' | 'why'> {
    const outcome = test.add(asOnlyRun(trace), { where: null });
    if (outcome !== null && !('code' in outcome))
      return { verdict: verdictOfRun(outcome), why: null };
    const facts = { suite: null, repeatsInput: false, computed: new Map() };
    const [unmeasured] = test.sums.report(facts).report.unmeasured.items;
    return { verdict: 'error', why: unmeasured?.message ?? null };
  }

  #newCompiler(): ScorerCompiler {
    return new ScorerCompiler(this.#services, policyOf('secrets'));
  }

  #newPool(): TestPool {
    return new TestPool(
      this.#tests.map(({ suite, plan }) => new TestRun(suite, plan, this.#compiler)),
    );
  }
}

/** The tests of a suite over many traces. */
export class SummedTests {
  readonly #tests: readonly TestRun[];
  readonly #pool: TestPool;

  constructor(tests: readonly TestRun[]) {
    this.#tests = tests;
    this.#pool = new TestPool(tests);
  }

  /** Adds a trace to the test that takes it; false where none or several do. */
  add(trace: Trace, id: string): boolean {
    const [test, ...others] = this.#pool.find(trace);
    if (test === undefined || others.length > 0) return false;
    test.add(asOnlyRun(trace), { where: { file: id } });
    return true;
  }

  /** The reports of the tests; of one without a trace, that it was not measured. */
  async finish(): Promise<readonly TestReport[]> {
    const reports: TestReport[] = [];
    for (const test of this.#tests)
      reports.push((await test.finish(null, null, withoutCode)).report);
    return reports;
  }
}

/** Ids and numbers of production traces repeat; nothing is joined by them here. */
function asOnlyRun(trace: Trace): Trace {
  return { ...trace, id: null, run: null };
}

/** Code of the user is not started by a trace that arrives: what it would compute is not measured. */
async function withoutCode(): Promise<CodeFoldOutputs> {
  return new Map();
}
