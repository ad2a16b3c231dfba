/** The candidate that was probably meant, or null when none is close. */
export function suggest(written: string, candidates: Iterable<string>): string | null {
  if (written.length > 100) return null;
  let best: string | null = null;
  // A third of the letters may be wrong, and at most three.
  let limit = Math.min(3, Math.floor(written.length / 3) + 1);
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) > limit) continue;
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < limit || (distance === limit && best === null)) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

/** `did you mean "x"?`, or what is possible when nothing is close. */
export function hintFor(
  written: string,
  candidates: readonly string[],
  otherwise: string,
): string | undefined {
  const near = suggest(written, candidates);
  if (near !== null) return `did you mean "${near}"?`;
  if (candidates.length === 0) return undefined;
  const shown = candidates.slice(0, 20).join(', ');
  return `${otherwise}: ${shown}${candidates.length > 20 ? ', …' : ''}`;
}

/** Letters to add, drop, replace or swap with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}
