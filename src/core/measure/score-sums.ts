import type { Sums } from './sums.ts';
import { Distribution, type ValueCount } from './distribution.ts';
import { type Figure, figuresOf } from './figures.ts';
import { PartialRuns, type PartialState } from './partial-runs.ts';
import type { RunScore, Scorer, Tally } from '../scoring/scorer.ts';

/** Sums as plain data. */
export interface SumState {
  readonly tally: Tally | null;
  readonly samples: readonly ValueCount[];
  /** Null where no run is partial. */
  readonly partial: PartialState | null;
}

/** The sums of a scorer over runs. */
export class ScoreSums implements Sums<SumState> {
  #tally: Record<string, number> | null = null;
  /** Of the runs that are not partial. */
  readonly #samples = new Distribution();
  #partial: PartialRuns | null = null;

  get tally(): Tally {
    return this.#tally ?? {};
  }

  get hasPartial(): boolean {
    return this.#partial !== null;
  }

  add({ tally, sample, reach }: RunScore, times: number): void {
    this.addTally(tally, times);
    if (reach !== undefined) (this.#partial ??= new PartialRuns()).add(tally, reach, times);
    else if (sample !== null) this.#samples.add(sample, times);
  }

  // The keys are the scorer's own, never data, so a plain object is safe.
  addTally(tally: Tally, times: number): void {
    if (this.#tally === null && times === 1) {
      this.#tally = { ...tally };
      return;
    }
    const sum = (this.#tally ??= {});
    for (const key in tally) sum[key] = (sum[key] ?? 0) + times * tally[key]!;
  }

  state(): SumState {
    return {
      tally: this.#tally,
      samples: this.#samples.state(),
      partial: this.#partial?.state() ?? null,
    };
  }

  merge({ tally, samples, partial }: SumState): void {
    if (tally !== null) this.addTally(tally, 1);
    this.#samples.merge(samples);
    if (partial !== null) (this.#partial ??= new PartialRuns()).merge(partial);
  }

  /** The metrics of the sum, in the scorer's order. */
  figures(scorer: Scorer, runs: number): readonly Figure[] {
    const seen = { tally: this.tally, mean: this.#samples.mean('ratio') };
    const partial = this.#partial?.sums(seen.tally, this.#samples) ?? null;
    return figuresOf(scorer, runs, seen, partial);
  }
}
