import type { Durations } from './inspection-report.ts';

/** Each doubling of a duration is cut into this many steps. */
const STEPS = 16;

/** Durations as plain data. */
export interface DurationState {
  readonly steps: readonly (readonly [step: number, calls: number])[];
  readonly total: number;
  readonly max: number;
}

/** Durations in steps that grow with them: flat memory, and sums that do not depend on the order. */
export class DurationSums {
  readonly #steps = new Map<number, number>();
  #calls = 0;
  #total = 0;
  #max = 0;

  add(ms: number): void {
    const whole = Math.round(ms);
    this.#calls += 1;
    this.#total += whole;
    this.#max = Math.max(this.#max, whole);
    const step = stepOf(whole);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
  }

  state(): DurationState {
    return { steps: [...this.#steps], total: this.#total, max: this.#max };
  }

  merge({ steps, total, max }: DurationState): void {
    this.#total += total;
    this.#max = Math.max(this.#max, max);
    for (const [step, calls] of steps) {
      this.#calls += calls;
      this.#steps.set(step, (this.#steps.get(step) ?? 0) + calls);
    }
  }

  report(): Durations | null {
    if (this.#calls === 0) return null;
    const ordered = [...this.#steps].sort(([a], [b]) => a - b);
    const quantile = (hundredths: number): number => {
      // The smallest duration that so many calls do not exceed.
      let left = Math.ceil((this.#calls * hundredths) / 100);
      for (const [step, count] of ordered) {
        left -= count;
        if (left <= 0) return Math.min(endOf(step), this.#max);
      }
      return this.#max;
    };
    return {
      calls: this.#calls,
      medianMs: quantile(50),
      p95Ms: quantile(95),
      maxMs: this.#max,
      totalMs: this.#total,
    };
  }
}

/** Whole milliseconds below 32 each have a step; above, each doubling has 16. */
function stepOf(ms: number): number {
  let doublings = 0;
  let rest = ms;
  while (rest >= 2 * STEPS) {
    rest = Math.floor(rest / 2);
    doublings += 1;
  }
  return doublings * STEPS + rest;
}

/** The longest duration of a step. */
function endOf(step: number): number {
  if (step < 2 * STEPS) return step;
  const doublings = Math.floor(step / STEPS) - 1;
  const first = step - doublings * STEPS;
  let end = first + 1;
  for (let i = 0; i < doublings; i++) end *= 2;
  return end - 1;
}
