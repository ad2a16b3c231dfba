/** Holm's adjusted p values, in the order given: to claim that any of several things is broken. */
export function holm(ps: readonly number[]): number[] {
  const order = ranks(ps);
  const adjusted = ps.map(() => 1);
  let least = 0;
  order.forEach((at, rank) => {
    least = Math.max(least, Math.min(1, (ps[at] as number) * (ps.length - rank)));
    adjusted[at] = least;
  });
  return adjusted;
}

/** Benjamini and Hochberg's adjusted p values, in the order given: for a list of things to look at first. */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ranks(ps);
  const adjusted = ps.map(() => 1);
  let most = 1;
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const at = order[rank] as number;
    most = Math.min(most, ((ps[at] as number) * ps.length) / (rank + 1));
    adjusted[at] = most;
  }
  return adjusted;
}

/** The indexes of the values, the smallest value first. */
export function ranks(values: readonly number[]): number[] {
  return values
    .map((_, at) => at)
    .sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}
