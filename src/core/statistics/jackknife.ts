/** Items that are alike: how many there are, and the estimate without one of them. */
export interface LeftOut {
  readonly count: number;
  readonly value: () => number | null;
}

/** The standard error of an estimate from what it is without each of its items; null where that is not defined. */
export function jackknifeError(parts: readonly LeftOut[]): number | null {
  const items = parts.reduce((sum, { count }) => sum + count, 0);
  if (items < 2) return null;
  const values: { count: number; value: number }[] = [];
  for (const { count, value } of parts) {
    const without = value();
    if (without === null) return null;
    values.push({ count, value: without });
  }
  const mean = values.reduce((sum, { count, value }) => sum + count * value, 0) / items;
  const squares = values.reduce(
    (sum, { count, value }) => sum + count * (value - mean) * (value - mean),
    0,
  );
  return Math.sqrt(((items - 1) / items) * squares);
}
