import {
  covers,
  EvalReplay,
  type EvalReport,
  extentOf,
  findObstacle,
  type Json,
  redactNames,
  ScorerCompiler,
  SECRETS_ONLY,
  type Services,
  TestReplay,
  type TestReport,
  type Verdict,
} from '#core';
import type { ApiSuite } from '#schema';
import {
  checkPlan,
  type EvalPlan,
  type PlacedIssue,
  readSuiteText,
  type Suite,
  type SuiteContext,
  type TestPlan,
} from '#suite-text';

/** What became of a test or an eval by a text of the suite. */
export interface ItemResult {
  readonly kind: 'test' | 'eval';
  readonly name: string;
  /** Which test or eval of the text it is: one that runs with several models is written once. */
  readonly declared: string;
  readonly outcome: ItemOutcome;
}

type ItemOutcome =
  | {
      readonly state: 'scored';
      readonly report: TestReport | EvalReport;
      /** Of a test: the verdicts of its distinct runs. */
      readonly verdicts: readonly Verdict[];
    }
  /** It cannot be scored in a page, or the page and the server disagree. */
  | { readonly state: 'blocked'; readonly why: string }
  /** The recorded runs lack what a scorer of the changed suite needs. */
  | { readonly state: 'needs-more' };

/** A text of a suite, checked and scored. */
export interface ScoredText {
  readonly text: string;
  /** The values of the text; null where it cannot be read. */
  readonly document: Json | null;
  readonly problems: readonly PlacedIssue[];
  /** Null where the suite cannot be run. */
  readonly items: readonly ItemResult[] | null;
}

const DISAGREE =
  'the page and the server come to different figures. This is a fault of whichtool: please report it';

/** Scores the recorded runs of a suite by any text of it. */
export class SuiteScorer {
  readonly suite: ApiSuite;
  readonly replays: ReadonlyMap<string, TestReplay | EvalReplay>;
  /** The file as it is. */
  readonly base: ScoredText;
  readonly #regex: NonNullable<Services['regex']> | null;
  /** Items whose figures in the page are not those of the server. */
  readonly #disagreeing = new Set<string>();

  constructor(suite: ApiSuite, regex: NonNullable<Services['regex']> | null) {
    this.suite = suite;
    this.#regex = regex;
    this.replays = new Map(
      suite.items.flatMap(({ kind, name, recorded }) =>
        recorded === null
          ? []
          : [
              [
                `${kind} ${name}`,
                recorded.kind === 'test' ? new TestReplay(recorded) : new EvalReplay(recorded),
              ] as const,
            ],
      ),
    );
    this.#compareWithServer();
    this.base = this.score(suite.text);
  }

  /** Whether the page comes to the figures that the server has: otherwise it shows none. */
  #compareWithServer(): void {
    const { items } = this.score(this.suite.text);
    for (const { kind, name, outcome } of items ?? []) {
      if (outcome.state !== 'scored') continue;
      const { tests = [], evals = [] } = this.suite.report ?? {};
      const reports: readonly (TestReport | EvalReport)[] = kind === 'test' ? tests : evals;
      const served = reports.find((report) => report.name === outcome.report.name);
      if (JSON.stringify(served) !== JSON.stringify(outcome.report))
        this.#disagreeing.add(`${kind} ${name}`);
    }
  }

  /** Checks a text as the loader of suites does, and scores all tests and evals by it. */
  score(text: string): ScoredText {
    const read = readSuiteText(text, this.suite.file);
    const { suite, problems } = checkPlan(read, this.#context());
    const document = (read.composed?.value ?? null) as Json | null;
    return {
      text,
      document,
      problems,
      items: suite === null ? null : this.#scoreSuite(suite),
    };
  }

  #context(): SuiteContext {
    const { file, catalog } = this.suite;
    return {
      path: file,
      file,
      folder: '',
      root: '',
      sha256: '',
      catalog,
      regex: this.#regex,
      // Paths are not edited here: the server has checked them.
      resolve: (...steps) => steps.join('/'),
      leavesRoot: () => false,
      isInside: () => true,
    };
  }

  #scoreSuite({ tests, evals }: Suite): readonly ItemResult[] {
    const compiler = new ScorerCompiler(
      this.#regex === null ? {} : { regex: this.#regex },
      SECRETS_ONLY,
      {
        hasEvidenceText: false,
      },
    );
    const itemOf =
      (kind: ItemResult['kind']) =>
      (plan: TestPlan | EvalPlan): ItemResult => ({
        kind,
        name: plan.name,
        declared: plan.variant?.of ?? plan.name,
        outcome: this.#scorePlan(kind, plan, compiler),
      });
    return [...tests.map(itemOf('test')), ...evals.map(itemOf('eval'))];
  }

  #scorePlan(
    kind: ItemResult['kind'],
    plan: TestPlan | EvalPlan,
    compiler: ScorerCompiler,
  ): ItemOutcome {
    const key = `${kind} ${plan.name}`;
    if (this.#disagreeing.has(key)) return { state: 'blocked', why: DISAGREE };
    const replay = this.replays.get(key);
    const obstacle = findObstacle(plan);
    if (obstacle !== null) return { state: 'blocked', why: obstacle };
    if (replay === undefined) return { state: 'blocked', why: this.#whyNot(kind, plan.name) };
    if (!covers(replay.recorded.extent, extentOf(plan))) return { state: 'needs-more' };
    if (replay instanceof TestReplay) {
      const { finished, verdicts } = replay.score(plan, compiler);
      return { state: 'scored', report: redactNames(finished.report, SECRETS_ONLY), verdicts };
    }
    const scored = replay.score(plan, compiler);
    if ('finished' in scored)
      return {
        state: 'scored',
        report: redactNames(scored.finished.report, SECRETS_ONLY),
        verdicts: [],
      };
    const [first] = scored.unusable;
    const why = `${scored.unusable.length} of its labels cannot be used with these classes: ${first?.case}: ${first?.message}`;
    return { state: 'blocked', why };
  }

  #whyNot(kind: ItemResult['kind'], name: string): string {
    const item = this.suite.items.find(
      (candidate) => candidate.kind === kind && candidate.name === name,
    );
    return item?.obstacle ?? 'its runs are not recorded';
  }
}
