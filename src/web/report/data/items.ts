import type { GateOp, Unit, Verdict } from '#core';
import { type IndexGate, type ReportIndex, VERDICTS } from '#reporters';

/** A test or an eval, as the list shows it. */
export interface Item {
  /** Place among all rows: evals first, then tests. */
  readonly place: number;
  readonly kind: 'test' | 'eval';
  readonly verdict: Verdict;
  readonly name: string;
  readonly runs: number;
  readonly errors: number;
  readonly gate: ItemGate | null;
  readonly gates: { readonly open: number; readonly all: number };
  /** Runs or cases that fail, of those that were measured. */
  readonly failing: { readonly k: number; readonly n: number };
  readonly missed: readonly number[];
  readonly unexpected: readonly number[];
  readonly others: readonly number[];
}

/** The gate that a row shows. */
export interface ItemGate {
  readonly metric: string;
  readonly op: GateOp;
  readonly value: number | readonly [number, number];
  readonly observed: number | null;
  readonly unit: Unit;
  readonly interval: readonly [number, number] | null;
  readonly outcome: Verdict;
}

/** The items of the index, worst first; within a verdict evals, then tests, in report order. */
export function listItems(index: ReportIndex): Item[] {
  const byVerdict: Item[][] = VERDICTS.map(() => []);
  index.rows.forEach((row, place) => {
    const [verdict, name, runs, errors, gate, gates, failing, missed, unexpected, others] = row;
    byVerdict[verdict]?.push({
      place,
      kind: place < index.evals ? 'eval' : 'test',
      verdict: VERDICTS[verdict] ?? 'error',
      name,
      runs,
      errors,
      gate: gate === 0 ? null : gateOf(gate, index.words),
      gates: { open: gates[0], all: gates[1] },
      failing: { k: failing[0], n: failing[1] },
      missed,
      unexpected,
      others,
    });
  });
  return byVerdict.flat();
}

function gateOf(
  [metric, op, value, observed, unit, interval, outcome]: IndexGate,
  words: readonly string[],
): ItemGate {
  return {
    metric: words[metric] ?? '',
    op,
    value,
    observed,
    unit,
    interval,
    outcome: VERDICTS[outcome] ?? 'error',
  };
}
