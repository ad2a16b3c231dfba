import type { JudgeError } from '#core';
import { addSpending, type Budget, NOTHING, type Spending } from '#drivers';
import { MAX_REASKS } from './prompt/limits.ts';
import { failureOf } from './juror-failure.ts';

/**
 * Lets questions be asked in the order of the plan as far as budgets suffice, with the same outcome as one by one,
 * whichever answer comes first. A question may go beside others where the upper limits of all their attempts are left.
 * Otherwise it waits until nothing is under way. Then it goes alone if one attempt fits, otherwise it closes the budget.
 */
export class SpendingOrder {
  readonly #budgets: readonly Budget[];
  /** Of the questions under way, by place in the plan: what is kept for them. */
  readonly #underWay = new Map<number, Spending>();
  /** Places behind the turn that are decided because they cost nothing. */
  readonly #skipped = new Set<number>();
  /** The first place that is not decided. */
  #turn = 0;
  /** The question under way whose further attempts were not kept for; null where there is none. */
  #alone: number | null = null;
  #waiting: (() => void)[] = [];

  constructor(budgets: readonly Budget[]) {
    this.#budgets = budgets;
  }

  /** Waits for the turn of a question whose attempts take so much at most; returns why it may not be asked. */
  async enter(place: number, attempt: Spending): Promise<JudgeError | null> {
    if (this.#budgets.length === 0) return null;
    while (this.#turn !== place || !this.#isDecided(place, attempt))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#next();
    return this.#refusal();
  }

  /** Why another attempt may not be made by a question that has entered. */
  enterAgain(place: number, attempt: Spending): JudgeError | null {
    if (this.#alone === place) for (const budget of this.#budgets) budget.close(attempt);
    return this.#refusal();
  }

  /** Ends a question, whether it has entered or not. */
  leave(place: number): void {
    if (this.#budgets.length === 0) return;
    this.#underWay.delete(place);
    if (this.#alone === place) this.#alone = null;
    if (place > this.#turn) this.#skipped.add(place);
    else if (place === this.#turn) this.#next();
    this.#wake();
  }

  /** Lets a question in, or closes a budget; false while that depends on what is under way. */
  #isDecided(place: number, attempt: Spending): boolean {
    if (this.#refusal() !== null) return true;
    if (this.#alone !== null) return false;
    const all = addSpending(NOTHING, attempt, MAX_REASKS + 1);
    const kept = [...this.#underWay.values()].reduce(
      (sum, spending) => addSpending(sum, spending),
      all,
    );
    if (this.#budgets.every((budget) => budget.fits(kept))) {
      this.#underWay.set(place, all);
      return true;
    }
    if (this.#underWay.size > 0) return false;
    this.#alone = place;
    this.#underWay.set(place, attempt);
    for (const budget of this.#budgets) budget.close(attempt);
    return true;
  }

  #refusal(): JudgeError | null {
    for (const { refusal } of this.#budgets) if (refusal !== null) return failureOf(refusal).error;
    return null;
  }

  #next(): void {
    this.#turn += 1;
    while (this.#skipped.delete(this.#turn)) this.#turn += 1;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
