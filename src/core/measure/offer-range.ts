import type { EvalReport, Variant } from '../report/report.ts';
import type { Trace } from '../trace/trace.ts';
import type { Sums } from './sums.ts';

/** The fewest and the most tools that a run was offered; null where no run records it. */
export type OfferRangeState = readonly [fewest: number, most: number] | null;

/** Keeps how many tools runs were offered. */
export class OfferRange implements Sums<OfferRangeState> {
  #range: OfferRangeState = null;

  add({ offered }: Pick<Trace, 'offered'>): void {
    if (offered !== null) this.merge([offered.length, offered.length]);
  }

  state(): OfferRangeState {
    return this.#range;
  }

  merge(range: OfferRangeState): void {
    if (range === null) return;
    const [low, high] = this.#range ?? range;
    this.#range = [Math.min(low, range[0]), Math.max(high, range[1])];
  }

  /** For the report of a test or an eval that is made with several counts of distractors. */
  report(variant: Variant | undefined): Pick<EvalReport, 'offered'> {
    return variant?.sweep === undefined || this.#range === null ? {} : { offered: this.#range };
  }
}
