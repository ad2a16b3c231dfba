import { datasetError } from '../codes.ts';

/** A stratum as far as its share of a sample depends on it. */
export interface Share {
  readonly population: number;
  /** How many different cases there are to draw from. */
  readonly available: number;
}

/**
 * How many cases each stratum gives: in proportion to its population, but at least the minimum where it has as many.
 * A minimum that does not fit into the size is lowered to one that does.
 */
export function allocate(
  strata: readonly Share[],
  size: number,
  minimum: number,
): readonly number[] {
  const needing = strata.filter(({ available }) => available > 0).length;
  if (needing > size) {
    throw datasetError(
      'SAMPLE_STRATA',
      `${needing} strata and a sample of ${size}: not every stratum can have a case`,
      { hint: 'divide by fewer traits, or ask for a larger sample' },
    );
  }
  const floors = floorsWithin(strata, size, minimum);
  const counts = shareOut(strata, floors, size);
  dealRest(strata, counts, size);
  return counts;
}

function floorsWithin(strata: readonly Share[], size: number, minimum: number): readonly number[] {
  for (let floor = minimum; ; floor--) {
    const floors = strata.map(({ available }) => Math.min(available, floor));
    if (sum(floors) <= size) return floors;
  }
}

/** Shares by population, rounded down, between the minimum and what there is: who is at a limit leaves the sharing. */
function shareOut(strata: readonly Share[], floors: readonly number[], size: number): number[] {
  const counts = [...floors];
  let open = [...strata.keys()];
  for (;;) {
    const taken = sum(counts) - sum(open.map((i) => counts[i]!));
    const whole = sum(open.map((i) => strata[i]!.population));
    const share = (i: number): number =>
      whole === 0 ? 0 : Math.floor(((size - taken) * strata[i]!.population) / whole);
    const below = open.filter((i) => share(i) < floors[i]!);
    const above = open.filter((i) => share(i) > strata[i]!.available);
    if (below.length === 0 && above.length === 0) {
      for (const [i, count] of open.map((index) => [index, share(index)] as const))
        counts[i] = count;
      return counts;
    }
    if (below.length === 0) for (const i of above) counts[i] = strata[i]!.available;
    const settled = new Set(below.length === 0 ? above : below);
    open = open.filter((i) => !settled.has(i));
  }
}

/** Deals out what rounding left, one case at a time, the largest strata first. */
function dealRest(strata: readonly Share[], counts: number[], size: number): void {
  const largestFirst = [...strata.keys()].sort(
    (a, b) => strata[b]!.population - strata[a]!.population || a - b,
  );
  for (let room = size - sum(counts); room > 0;) {
    const open = largestFirst.filter((i) => counts[i]! < strata[i]!.available).slice(0, room);
    if (open.length === 0) return;
    for (const i of open) counts[i]! += 1;
    room -= open.length;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
