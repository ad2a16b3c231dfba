import type { Sums } from './sums.ts';
import { type Figure, joinFigures } from './figures.ts';
import { ScoreSums, type SumState } from './score-sums.ts';
import type { RunScore, Scorer, Tally } from '../scoring/scorer.ts';

/** The sums of the other scores that runs may have, and how many runs have such. Plain data. */
export interface AlternativeState {
  readonly runs: number;
  readonly sums: readonly SumState[];
}

/** How many other scores there are for a run that depends on redacted values. */
const COUNT = 2;

/** Sums over all runs under each other assumption about redacted values. */
export class AlternativeSums implements Sums<AlternativeState> {
  readonly #sums: readonly ScoreSums[];
  #runs = 0;

  /** Begins with what was summed so far: the same under every assumption. */
  constructor(before: SumState) {
    this.#sums = Array.from({ length: COUNT }, () => new ScoreSums());
    this.merge(withoutAlternatives(before));
  }

  add(score: RunScore, times: number): void {
    if (score.others !== undefined) this.#runs += times;
    this.#sums.forEach((sums, i) => sums.add(score.others?.[i] ?? score, times));
  }

  addTally(tally: Tally): void {
    for (const sums of this.#sums) sums.addTally(tally, 1);
  }

  state(): AlternativeState {
    return { runs: this.#runs, sums: this.#sums.map((sums) => sums.state()) };
  }

  merge({ runs, sums }: AlternativeState): void {
    this.#runs += runs;
    this.#sums.forEach((own, i) => own.merge(sums[i] as SumState));
  }

  /** The figures of all runs; one that has other values under other assumptions is not measured. */
  figures(first: readonly Figure[], scorer: Scorer, runs: number): readonly Figure[] {
    const others = this.#sums.map((sums) => sums.figures(scorer, runs));
    return joinFigures(first, others, scorer, this.#runs);
  }
}

/** Sums of runs that do not depend on redacted values: the same under every assumption. */
export function withoutAlternatives(sums: SumState): AlternativeState {
  return { runs: 0, sums: Array.from({ length: COUNT }, () => sums) };
}
