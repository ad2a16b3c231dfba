import type { Interval } from '../report/report.ts';
import { tQuantile975 } from '../statistics/intervals.ts';

/** Below this many runs an interval of a mean or of F1 would mislead. */
export const MIN_RUNS = 10;

/** An amount per run, summed so that its mean and the 95 % interval of the mean follow. */
export class MeanSums {
  #runs = 0;
  #sum = 0;
  #squares = 0;

  add(amount: number): void {
    this.#runs += 1;
    this.#sum += amount;
    this.#squares += amount * amount;
  }

  merge(other: MeanSums): void {
    this.#runs += other.#runs;
    this.#sum += other.#sum;
    this.#squares += other.#squares;
  }

  get runs(): number {
    return this.#runs;
  }

  /** Null without a run. */
  get mean(): number | null {
    return this.#runs === 0 ? null : this.#sum / this.#runs;
  }

  /** By Student's t with runs as the sample; null below ten runs. */
  get interval(): Interval | null {
    const { mean } = this;
    if (mean === null || this.#runs < MIN_RUNS) return null;
    const variance = Math.max(0, this.#squares - this.#runs * mean * mean) / (this.#runs - 1);
    const half = tQuantile975(this.#runs - 1) * Math.sqrt(variance / this.#runs);
    return [Math.max(0, mean - half), mean + half];
  }
}
