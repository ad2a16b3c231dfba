import {
  type Calibration,
  type JudgeReport,
  type Place,
  type Question,
  type RedactionPolicy,
  ruleOf,
  type Ruling,
  type Rulings,
} from '#core';
import type { JudgeAnswers, Panel } from '#judge';
import { summariseAnswers } from './summarise-answers.ts';
import type { EvalPlan, JudgePlan, Suite, TestPlan } from '#suite';

/** A run that waits for a judge. */
interface Waiting {
  readonly plan: TestPlan | EvalPlan;
  readonly order: number;
  /** Where its record is. */
  readonly where: Place | null;
  readonly questions: readonly Question[];
  /** Scores it. */
  readonly score: () => void;
}

/**
 * The judge of a suite while it is measured. Runs that only a judge can decide wait until all traces are read; then all
 * their questions are asked at once, in the order of the report, and the runs are scored.
 */
export class Judging implements Rulings {
  readonly plan: JudgePlan;
  readonly suite: Suite;
  readonly redaction: RedactionPolicy;
  #waiting: Waiting[] = [];
  /** Null until the judges were asked. */
  #answers: JudgeAnswers | null = null;
  readonly #summaries = new Map<TestPlan | EvalPlan, JudgeReport>();

  constructor(suite: Suite, plan: JudgePlan, redaction: RedactionPolicy) {
    this.suite = suite;
    this.plan = plan;
    this.redaction = redaction;
  }

  of(question: Question): Ruling | null {
    const answers = this.#answers?.of(question) ?? [];
    return answers.length === 0 ? null : ruleOf(answers, this.plan.quorum);
  }

  /** Whether no run waits. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** What was asked about the runs of a test or an eval; null where nothing was. */
  summaryOf(plan: TestPlan | EvalPlan): JudgeReport | null {
    return this.#summaries.get(plan) ?? null;
  }

  /** Whether the calibration is about none of what was asked. */
  get isCalibrationStale(): boolean {
    return [...this.#summaries.values()].some(({ calibration }) => calibration?.stale === true);
  }

  /** Lets a run wait where it has questions that were not asked; false where it can be scored now. */
  hold(waiting: Waiting): boolean {
    if (waiting.questions.length === 0 || this.#answers !== null) return false;
    this.#waiting.push(waiting);
    return true;
  }

  /** Forgets the runs of a test that is read again. */
  release(plan: TestPlan | EvalPlan): void {
    this.#waiting = this.#waiting.filter((one) => one.plan !== plan);
  }

  /** All questions that runs wait for, in the order of the report. */
  questions(): readonly Question[] {
    return this.#inOrder().flatMap(({ questions }) => questions);
  }

  /** The runs that wait, in the order of the report. */
  waiting(): readonly Pick<Waiting, 'where' | 'questions'>[] {
    return this.#inOrder();
  }

  /** Scores the runs that waited, with what the judges answered. */
  settle(answers: JudgeAnswers, panel: Panel, calibration: Calibration | null): void {
    this.#answers = answers;
    const waiting = this.#inOrder();
    for (const plan of new Set(waiting.map((one) => one.plan))) {
      const questions = waiting.filter((one) => one.plan === plan).flatMap((one) => one.questions);
      this.#summaries.set(
        plan,
        summariseAnswers(questions, answers, panel, this.plan, calibration),
      );
    }
    this.#waiting = [];
    for (const { score } of waiting) score();
  }

  #inOrder(): readonly Waiting[] {
    const { tests, evals } = this.suite;
    const places = new Map<TestPlan | EvalPlan, number>(
      [...tests, ...evals].map((plan, place) => [plan, place]),
    );
    const placeOf = ({ plan }: Waiting): number => places.get(plan) ?? 0;
    return this.#waiting.toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
  }
}
