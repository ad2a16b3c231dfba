/** With more candidates than this, a misspelling is not searched for. */
export const MAX_CANDIDATES = 1000;

/** The candidate that was probably meant, or null when none is close. */
export function suggest(written: string, candidates: readonly string[]): string | null {
  if (written.length > 100) return null;
  const word = written.toLowerCase();
  let best: string | null = null;
  // A third of the letters may be wrong, and at most three.
  let limit = Math.min(3, Math.floor(written.length / 3) + 1);
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    if (Math.abs(candidate.length - written.length) > limit) continue;
    const distance = editDistance(word, candidate.toLowerCase(), limit);
    if (distance < limit || (distance === limit && best === null)) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/**
 * Letters to add, drop, replace or swap with the next one (optimal string alignment);
 * some number above `limit` when there are more.
 */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last: number[] = [];
  for (let j = 0; j <= b.length; j++) last.push(j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap reaches back two rows, so one row above the limit is not yet the end.
    if (least > limit + 1) return least;
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
