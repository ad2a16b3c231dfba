import {
  type ComparisonVerdict,
  type ConfusedCell,
  type ConfusionReport,
  type EvalReport,
  holm,
  mcnemarP,
} from '#core';
import type { TriedCell } from '#reporters';

/** The cells off the diagonal of some rows of the matrix, before and after, the most frequent first. */
export function compareCells(
  before: EvalReport,
  after: EvalReport,
  rows: ReadonlySet<string>,
): readonly TriedCell[] {
  const then = cellsOf(before.confusion, rows);
  const now = cellsOf(after.confusion, rows);
  const fates = new Fates(after, now);
  // Several runs of one case are not pairs.
  const isPaired = [...before.cases, ...after.cases].every(({ passing }) => passing === undefined);
  const keys = [...new Set([...then.keys(), ...now.keys()])];
  const counted = keys.map((key): Omit<TriedCell, 'p' | 'verdict'> => {
    const was = then.get(key);
    const { expected, observed } = (was ?? now.get(key)) as ConfusedCell;
    const [count, left] = [was?.count ?? 0, now.get(key)?.count ?? 0];
    return { expected, observed, before: count, after: left, named: fates.of(was) };
  });
  const exact = counted.map((cell) => pOf(cell));
  const adjusted = holm(exact);
  return counted
    .map((cell, i) => ({
      ...cell,
      verdict: verdictOf(cell, isPaired && (adjusted[i] as number) <= 0.05),
      p: isPaired ? { exact: rounded(exact[i]), adjusted: rounded(adjusted[i]) } : null,
    }))
    .sort(compare);
}

function cellsOf(
  confusion: ConfusionReport | undefined,
  rows: ReadonlySet<string>,
): ReadonlyMap<string, ConfusedCell> {
  const cells = new Map<string, ConfusedCell>();
  const keyOf = (expected: string, observed: string): string =>
    JSON.stringify([expected, observed]);
  const { labels = [], matrix = [] } = confusion ?? {};
  // The matrix has every count; of many tools, the list has those that share a row of it.
  matrix.forEach((counts, row) => {
    const expected = labels[row] ?? '';
    if (!rows.has(expected)) return;
    counts.forEach((count, column) => {
      const observed = labels[column] ?? '';
      if (count > 0 && column !== row)
        cells.set(keyOf(expected, observed), { expected, observed, count, cases: [] });
    });
  });
  for (const cell of confusion?.cells ?? []) {
    if (rows.has(cell.expected)) cells.set(keyOf(cell.expected, cell.observed), cell);
  }
  return cells;
}

/** Where the later report says that a case is. */
class Fates {
  readonly #verdicts: ReadonlyMap<string, string>;
  /** By row: the wrong tools of each case that is named, and whether all are. */
  readonly #rows = new Map<
    string,
    { readonly wrong: Map<string, Set<string>>; isWhole: boolean }
  >();

  constructor({ cases }: EvalReport, cells: ReadonlyMap<string, ConfusedCell>) {
    this.#verdicts = new Map(cases.map(({ id, verdict }) => [id, verdict]));
    for (const { expected, observed, count, cases: named } of cells.values()) {
      const row = this.#rows.get(expected) ?? { wrong: new Map(), isWhole: true };
      this.#rows.set(expected, row);
      row.isWhole &&= named.length === count;
      for (const id of named) row.wrong.set(id, (row.wrong.get(id) ?? new Set()).add(observed));
    }
  }

  /** What became of the cases that are named in a cell of the earlier report. */
  of(cell: ConfusedCell | undefined): TriedCell['named'] {
    const counts = { total: cell?.cases.length ?? 0, fixed: 0, still: 0, elsewhere: 0, unknown: 0 };
    for (const id of cell?.cases ?? []) counts[this.#fate(id, cell as ConfusedCell)]++;
    return counts;
  }

  #fate(
    id: string,
    { expected, observed }: ConfusedCell,
  ): 'fixed' | 'still' | 'elsewhere' | 'unknown' {
    const verdict = this.#verdicts.get(id);
    const row = this.#rows.get(expected);
    const wrong = row?.wrong.get(id);
    if (wrong !== undefined) return wrong.has(observed) ? 'still' : 'elsewhere';
    if (verdict === 'pass') return 'fixed';
    // It fails for something else than its tool, where every wrong tool is named.
    return verdict === 'fail' && row?.isWhole !== false ? 'fixed' : 'unknown';
  }
}

/**
 * Of the cases that left the cell against those that came into it. Where not all cases are named, as few as are known
 * to have stayed are taken to have: that errs on the side of chance.
 */
function pOf({ before, after, named: { still } }: Omit<TriedCell, 'p' | 'verdict'>): number {
  return mcnemarP(Math.max(0, before - still), Math.max(0, after - still));
}

function verdictOf(
  { before, after }: Pick<TriedCell, 'before' | 'after'>,
  isSignificant: boolean,
): ComparisonVerdict {
  if (before === after) return 'unchanged';
  if (!isSignificant) return 'inconclusive';
  return after < before ? 'better' : 'worse';
}

function rounded(p: number | undefined): number {
  return Math.round((p ?? 1) * 1_000_000) / 1_000_000;
}

function compare(a: TriedCell, b: TriedCell): number {
  if (a.before !== b.before) return b.before - a.before;
  if (a.after !== b.after) return b.after - a.after;
  if (a.expected !== b.expected) return a.expected < b.expected ? -1 : 1;
  return a.observed < b.observed ? -1 : 1;
}
