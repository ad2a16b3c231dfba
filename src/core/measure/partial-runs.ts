import type { Sums } from './sums.ts';
import { Distribution, type ValueCount } from './distribution.ts';
import type { FigureSums, PartialSums } from './figures.ts';
import type { Reach, ReachedScore } from '../scoring/reach.ts';
import type { Tally } from '../scoring/scorer.ts';

/** What further calls could add to the sums, at one end of their reach. */
interface ReachState {
  /** By how much the counts of partial runs would differ. */
  readonly more: Tally;
  readonly samples: readonly ValueCount[];
}

/** The partial runs of a scorer as plain data. */
export interface PartialState {
  readonly runs: number;
  readonly worst: ReachState;
  readonly best: ReachState;
}

/** Sums what further calls could make of the partial runs of a scorer. */
export class PartialRuns implements Sums<PartialState> {
  readonly #worst = new ReachSums();
  readonly #best = new ReachSums();
  #runs = 0;

  add(seen: Tally, { worst, best }: Reach, times: number): void {
    this.#runs += times;
    this.#worst.add(seen, worst, times);
    this.#best.add(seen, best, times);
  }

  state(): PartialState {
    return { runs: this.#runs, worst: this.#worst.state(), best: this.#best.state() };
  }

  merge({ runs, worst, best }: PartialState): void {
    this.#runs += runs;
    this.#worst.merge(worst);
    this.#best.merge(best);
  }

  /** The sums of all runs at both ends: `seen` as observed, `samples` of the runs that are not partial. */
  sums(seen: Tally, samples: Distribution): PartialSums {
    return {
      runs: this.#runs,
      worst: this.#worst.addTo(seen, samples),
      best: this.#best.addTo(seen, samples),
    };
  }
}

/** Sums what further calls could make of partial runs, at one end of their reach. */
class ReachSums implements Sums<ReachState> {
  readonly #more: Record<string, number> = {};
  readonly #samples = new Distribution();

  add(seen: Tally, { tally, sample }: ReachedScore, times: number): void {
    for (const key in tally) this.#grow(key, times * (tally[key]! - (seen[key] ?? 0)));
    if (sample !== null) this.#samples.add(sample, times);
  }

  #grow(key: string, by: number): void {
    this.#more[key] = (this.#more[key] ?? 0) + by;
  }

  state(): ReachState {
    return { more: { ...this.#more }, samples: this.#samples.state() };
  }

  merge({ more, samples }: ReachState): void {
    for (const key in more) this.#grow(key, more[key]!);
    this.#samples.merge(samples);
  }

  addTo(seen: Tally, others: Distribution): FigureSums {
    const tally: Record<string, number> = { ...seen };
    for (const key in this.#more) tally[key] = (tally[key] ?? 0) + this.#more[key]!;
    const samples = new Distribution();
    samples.merge(others.state());
    samples.merge(this.#samples.state());
    return { tally, mean: samples.mean('ratio') };
  }
}
