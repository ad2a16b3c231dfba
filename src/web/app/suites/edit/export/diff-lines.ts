/** A line of a difference. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'came';
  readonly text: string;
}

/** Longer stretches are shown as gone and come as a whole: comparing them would take too long. */
const MAX_CELLS = 4_000_000;

/** The lines of two texts: what is in both, what is gone, what came. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const of = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind, text }));
  return [
    ...of('same', old.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...of('same', old.slice(old.length - end)),
  ];
}

function diffMiddle(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length * now.length > MAX_CELLS)
    return [
      ...old.map((text) => ({ kind: 'gone' as const, text })),
      ...now.map((text) => ({ kind: 'came' as const, text })),
    ];
  const common = commonLengths(old, now);
  const width = now.length + 1;
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, came] = [old[i], now[j]];
    if (gone !== undefined && gone === came) {
      lines.push({ kind: 'same', text: gone });
      i++;
      j++;
    } else if (
      came === undefined ||
      (gone !== undefined && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push({ kind: 'gone', text: gone as string });
      i++;
    } else {
      lines.push({ kind: 'came', text: came });
      j++;
    }
  }
  return lines;
}

/** How many lines the ends of both texts have in common, from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      table[i * width + j] =
        old[i] === now[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  return table;
}

/** The changed lines with some lines around them; null stands for lines that are left out. */
export function cutDiff(lines: readonly DiffLine[], around = 2): readonly (DiffLine | null)[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: (DiffLine | null)[] = [];
  for (const [i, line] of lines.entries()) {
    if (isNear[i] === true) shown.push(line);
    else if (shown.length === 0 || shown.at(-1) !== null) shown.push(null);
  }
  return shown;
}
