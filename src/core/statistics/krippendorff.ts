import { type Coefficient, coefficient } from './agreement.ts';
import { jackknifeError } from './jackknife.ts';

/** How far apart two values are: equal or not, by rank, or by difference. */
export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval';

/** What the reviewers say of one item; null is a missing answer. */
export type Answers = readonly (string | number | null)[];

/** Alpha, and what it rests on. */
export interface Alpha {
  /** Null where it is not defined: all answers are equal, or no item has two. */
  readonly alpha: Coefficient | null;
  /** Items with at least two answers; the others say nothing about agreement. */
  readonly items: number;
  readonly answers: number;
}

/**
 * Krippendorff's alpha over any number of reviewers, with answers missing; interval by the jackknife over items.
 * Values are compared as numbers above the nominal level.
 */
export function krippendorffAlpha(items: readonly Answers[], level: MeasurementLevel): Alpha {
  const usable = items
    .map((item) => item.filter((answer) => answer !== null))
    .filter((item) => item.length > 1);
  const values = [...new Set(usable.flat())].sort(byValue);
  const index = new Map(values.map((value, i) => [value, i]));
  const indexed = usable.map((item) => item.map((value) => index.get(value) as number));
  const size = values.length;
  const all = new Float64Array(size * size);
  for (const item of indexed) addPairs(all, size, item, 1);
  const value = alphaOf(all, values, level);
  const error =
    value === null
      ? null
      : jackknifeError(
          indexed.map((item) => ({
            count: 1,
            value: () => {
              const rest = all.slice();
              addPairs(rest, size, item, -1);
              return alphaOf(rest, values, level);
            },
          })),
        );
  return {
    alpha: coefficient(value, error),
    items: usable.length,
    answers: usable.reduce((sum, item) => sum + item.length, 0),
  };
}

function byValue(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** Adds (or takes away) each ordered pair of answers of one item, together weighing as much as its answers. */
function addPairs(into: Float64Array, size: number, item: readonly number[], sign: number): void {
  const weight = sign / (item.length - 1);
  item.forEach((a, i) =>
    item.forEach((b, j) => {
      if (i !== j) into[a * size + b] = (into[a * size + b] as number) + weight;
    }),
  );
}

function alphaOf(
  pairs: Float64Array,
  values: readonly (string | number)[],
  level: MeasurementLevel,
): number | null {
  const size = values.length;
  const counts = values.map((_, i) =>
    pairs.subarray(i * size, (i + 1) * size).reduce((sum, count) => sum + count, 0),
  );
  // Taking an item away again may leave a rest of rounding where there was nothing.
  if (counts.filter((count) => count > 1e-9).length < 2) return null;
  const answers = counts.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const distance = distanceOf(level, values, counts, a, b);
      observed += (pairs[a * size + b] as number) * distance;
      expected += (counts[a] as number) * (counts[b] as number) * distance;
    }
  }
  return 1 - ((answers - 1) * observed) / expected;
}

/** The squared distance of two values, given by index, the smaller first. */
function distanceOf(
  level: MeasurementLevel,
  values: readonly (string | number)[],
  counts: readonly number[],
  a: number,
  b: number,
): number {
  if (level === 'nominal') return 1;
  if (level === 'interval') {
    const gap = Number(values[a]) - Number(values[b]);
    return gap * gap;
  }
  const between = counts.slice(a, b + 1).reduce((sum, count) => sum + count, 0);
  const gap = between - ((counts[a] as number) + (counts[b] as number)) / 2;
  return gap * gap;
}
