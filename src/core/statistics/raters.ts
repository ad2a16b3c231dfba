/** What one person says of an item. */
export interface Rating<T> {
  readonly rater: string;
  readonly value: T;
}

/** How often something agrees with something else. */
interface AgreedCount {
  readonly agreed: number;
  readonly compared: number;
}

/** How far people agree among themselves, each compared with the majority of the others. */
export interface RaterAgreement extends AgreedCount {
  /** By name of the rater. */
  readonly raters: readonly (AgreedCount & { readonly rater: string })[];
}

/** The value that more than half of all share; null where there is none. */
export function majorityOf<T>(values: readonly T[]): T | null {
  const common = mostCommon(values);
  return common !== null && 2 * common.count > values.length ? common.value : null;
}

/** The most frequent value: what agrees best with people without looking. The first of those that are equally frequent. */
export function mostCommon<T>(
  values: readonly T[],
): { readonly value: T; readonly count: number } | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: { value: T; count: number } | null = null;
  for (const [value, count] of counts)
    if (best === null || count > best.count) best = { value, count };
  return best;
}

/** Compares each rater with the majority of the others, where they have one. A judge can hardly be expected to do better. */
export function leaveOneOut<T>(items: Iterable<readonly Rating<T>[]>): RaterAgreement {
  const counts = new Map<string, { agreed: number; compared: number }>();
  for (const ratings of items)
    for (const [i, { rater, value }] of ratings.entries()) {
      const others = majorityOf(ratings.filter((_, j) => j !== i).map((other) => other.value));
      if (others === null) continue;
      const count = counts.get(rater) ?? { agreed: 0, compared: 0 };
      counts.set(rater, count);
      count.compared += 1;
      if (others === value) count.agreed += 1;
    }
  const raters = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rater, count]) => ({ rater, ...count }));
  const sum = (of: (count: AgreedCount) => number): number =>
    raters.reduce((all, count) => all + of(count), 0);
  return { agreed: sum((count) => count.agreed), compared: sum((count) => count.compared), raters };
}
