import {
  type Calibration,
  type Corrections,
  type JudgeReport,
  type Place,
  type Question,
  type RedactionPolicy,
  ruleOf,
  type Ruling,
  type Rulings,
} from '#core';
import type { JudgeAnswers, Panel } from '#judge';
import { correctionsOf } from './quote-calibration.ts';
import { summariseAnswers } from './summarise-answers.ts';
import type { EvalPlan, JudgePlan, Suite, TestPlan } from '#suite';

/** A run that waits for a judge. */
interface Waiting {
  readonly plan: TestPlan | EvalPlan;
  readonly order: number;
  /** Where its record is. */
  readonly where: Place | null;
  /** The model that it was recorded with, where that is known. */
  readonly model: string | undefined;
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
  /** Those that wait in the order of the report; null where that is to be found out. */
  #inOrder: readonly Waiting[] | null = null;
  /** Null until the judges were asked. */
  #answers: JudgeAnswers | null = null;
  readonly #summaries = new Map<TestPlan | EvalPlan, JudgeReport>();
  readonly #corrections = new Map<TestPlan | EvalPlan, Corrections>();

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

  /** How the judged shares of a test or an eval are corrected; null without a calibration. */
  correctionsOf(plan: TestPlan | EvalPlan): Corrections | null {
    return this.#corrections.get(plan) ?? null;
  }

  /** Whether the calibration is about none of what was asked. */
  get isCalibrationStale(): boolean {
    return [...this.#summaries.values()].some(({ calibration }) => calibration?.stale === true);
  }

  /** Lets a run wait where it has questions that were not asked; false where it can be scored now. */
  hold(waiting: Waiting): boolean {
    if (waiting.questions.length === 0 || this.#answers !== null) return false;
    this.#waiting.push(waiting);
    this.#inOrder = null;
    return true;
  }

  /** Forgets the runs of a test that is read again. */
  release(plan: TestPlan | EvalPlan): void {
    this.#waiting = this.#waiting.filter((judged) => judged.plan !== plan);
    this.#inOrder = null;
  }

  /** The runs that wait, with their questions, in the order of the report. */
  waiting(): readonly Waiting[] {
    this.#inOrder ??= this.#sort();
    return this.#inOrder;
  }

  /** Scores the runs that waited, with what the judges answered. */
  settle(answers: JudgeAnswers, panel: Panel, calibration: Calibration | null): void {
    this.#answers = answers;
    const waiting = this.waiting();
    const questions = new Map<TestPlan | EvalPlan, Question[]>();
    for (const { plan, questions: own } of waiting) {
      const known = questions.get(plan);
      if (known === undefined) questions.set(plan, [...own]);
      else known.push(...own);
    }
    for (const [plan, asked] of questions) {
      this.#summaries.set(plan, summariseAnswers(asked, answers, panel, this.plan, calibration));
      if (calibration !== null && plan.gates.some(({ corrected }) => corrected === true))
        this.#corrections.set(plan, correctionsOf(calibration, asked, panel));
    }
    this.#waiting = [];
    this.#inOrder = null;
    for (const { score } of waiting) score();
  }

  #sort(): readonly Waiting[] {
    const { tests, evals } = this.suite;
    const places = new Map<TestPlan | EvalPlan, number>(
      [...tests, ...evals].map((plan, place) => [plan, place]),
    );
    const placeOf = ({ plan }: Waiting): number => places.get(plan) ?? 0;
    return this.#waiting.toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
  }
}
