import { gcd } from '../statistics/gcd.ts';
import type { Sums } from './sums.ts';
import { type MetricValue, type Unit, metricValue } from '../metrics/metric.ts';
import type { Ratio } from '../scoring/scorer.ts';

/** A value and how often it occurred. */
export interface ValueCount {
  readonly num: bigint;
  readonly den: bigint;
  readonly count: number;
}

type Bin = { -readonly [Key in keyof ValueCount]: ValueCount[Key] };

/** How often each exact value occurred. Adds in any order, so every fold of it is exact. */
export class Distribution implements Sums<readonly ValueCount[]> {
  /** The last value and how often it came: equal ones in a row, or a single one, cost no look-up. */
  #last: Ratio | null = null;
  #times = 0;
  #known: Map<string, Bin> | null = null;
  #total = 0;

  add(value: Ratio, times = 1): void {
    this.#total += times;
    const last = this.#last;
    if (last !== null && last.num === value.num && last.den === value.den) {
      this.#times += times;
      return;
    }
    this.#settle();
    this.#last = value;
    this.#times = times;
  }

  /** Puts the last value to the others. */
  #settle(): void {
    if (this.#last === null) return;
    const { num, den } = this.#last;
    const key = `${num}/${den}`;
    const known = (this.#known ??= new Map());
    const bin = known.get(key);
    if (bin === undefined)
      known.set(key, { num: BigInt(num), den: BigInt(den), count: this.#times });
    else bin.count += this.#times;
    this.#last = null;
  }

  /** What another distribution needs to go on with these values. */
  state(): readonly ValueCount[] {
    return [...this.#bins].sort((a, b) => Number(a.den - b.den) || Number(a.num - b.num));
  }

  merge(values: readonly ValueCount[]): void {
    for (const value of values) this.add(value, value.count);
  }

  get #bins(): Iterable<Bin> {
    this.#settle();
    return this.#known?.values() ?? [];
  }

  get total(): number {
    return this.#total;
  }

  /** The exact sum of the values, or of their squares. */
  #sum(power: 1n | 2n): Fraction {
    let sum: Fraction = { num: 0n, den: 1n };
    for (const { num, den, count } of this.#bins) {
      sum = plus(sum, { num: num ** power * BigInt(count), den: den ** power });
    }
    return sum;
  }

  /** The mean; null of nothing. */
  mean(unit: Unit): MetricValue | null {
    if (this.#total === 0) return null;
    // A single value is its own mean, whatever it is written as.
    if (this.#total === 1 && this.#last !== null)
      return metricValue(unit, this.#last.num, this.#last.den);
    const sum = this.#sum(1n);
    return metricValue(unit, sum.num, sum.den * BigInt(this.#total));
  }

  /** The smallest or largest value; null of nothing. */
  extreme(unit: Unit, which: 'min' | 'max'): MetricValue | null {
    let best: Bin | null = null;
    for (const bin of this.#bins) {
      if (best === null) best = bin;
      else {
        const difference = bin.num * best.den - best.num * bin.den;
        if (which === 'min' ? difference < 0n : difference > 0n) best = bin;
      }
    }
    return best === null ? null : metricValue(unit, best.num, best.den);
  }

  /** The population standard deviation, to four decimals; null of nothing. */
  standardDeviation(unit: Unit): MetricValue | null {
    if (this.#total === 0) return null;
    const sum = this.#sum(1n);
    const squares = this.#sum(2n);
    const n = BigInt(this.#total);
    // variance = squares/n - (sum/n)^2, as one fraction
    const num = squares.num * n * sum.den * sum.den - sum.num * sum.num * squares.den;
    const den = n * n * squares.den * sum.den * sum.den;
    const scaled = squareRoot((num * 10n ** 12n) / den);
    return metricValue(unit, scaled, 10n ** 6n);
  }

  /** How often the value is not zero, as a share; null of nothing. */
  nonZeroShare(): MetricValue | null {
    if (this.#total === 0) return null;
    let zeros = 0;
    for (const { num, count } of this.#bins) if (num === 0n) zeros += count;
    return metricValue('ratio', this.#total - zeros, this.#total);
  }
}

interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

function plus(a: Fraction, b: Fraction): Fraction {
  if (a.den === b.den) return { num: a.num + b.num, den: a.den };
  const divisor = gcd(a.den, b.den);
  return {
    num: a.num * (b.den / divisor) + b.num * (a.den / divisor),
    den: (a.den / divisor) * b.den,
  };
}

/** The whole part of the square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value < 0n ? 0n : value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
