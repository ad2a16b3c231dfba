/** A probability as an exact fraction. */
export interface ExactP {
  readonly num: bigint;
  readonly den: bigint;
}

/**
 * Fisher's exact test, two-sided, of k1 of n1 against k2 of n2: how likely tables are that are not more likely than
 * this one, where the sums of rows and columns are as they are. Takes as many steps as the least of those sums.
 */
export function fisherP(k1: number, n1: number, k2: number, n2: number): ExactP {
  // The same table with the least of its sums as the number of draws has the smallest numbers.
  const [drawn, marked, seen] = leastSum(k1, n1, k2, n2);
  const all = n1 + n2;
  const first = Math.max(0, drawn + marked - all);
  const last = Math.min(drawn, marked);
  let ways = choose(marked, first) * choose(all - marked, drawn - first);
  const tables: bigint[] = [ways];
  for (let x = first; x < last; x++) {
    ways =
      (ways * BigInt(marked - x) * BigInt(drawn - x)) /
      (BigInt(x + 1) * BigInt(all - marked - drawn + x + 1));
    tables.push(ways);
  }
  const observed = tables[seen - first] ?? 0n;
  let num = 0n;
  let den = 0n;
  for (const table of tables) {
    den += table;
    if (table <= observed) num += table;
  }
  return { num, den };
}

/** The least sum of a row or column, a sum across it, and their cell. */
function leastSum(k1: number, n1: number, k2: number, n2: number): [number, number, number] {
  const k = k1 + k2;
  const rest = n1 + n2 - k;
  const forms: [number, number, number][] = [
    [n1, k, k1],
    [n2, k, k2],
    [k, n1, k1],
    [rest, n1, n1 - k1],
  ];
  return forms.reduce((least, form) => (form[0] < least[0] ? form : least));
}

/** n over k. */
export function choose(n: number, k: number): bigint {
  let ways = 1n;
  const steps = Math.min(k, n - k);
  for (let i = 1; i <= steps; i++) ways = (ways * BigInt(n - steps + i)) / BigInt(i);
  return ways;
}

const SCALE_BITS = 1000n;

/** The nearest double, down to 1e-300. */
export function probabilityNumber({ num, den }: ExactP): number {
  return Number((num << SCALE_BITS) / den) / Number(1n << SCALE_BITS);
}
