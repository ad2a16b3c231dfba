import type { EvalReport, GateOp, TestReport, Unit, Verdict } from '#core';
import { type Packed, unpack } from '../pack.ts';
import type { IndexGate, ReportIndex } from '../report-index.ts';
import { TESTS_PER_ISLAND } from '../tests-per-island.ts';
import { VERDICTS } from '../verdicts.ts';

/** A test or an eval, as the list knows it. */
export interface Item {
  /** Place among all rows: evals first, then tests. */
  readonly place: number;
  readonly kind: 'test' | 'eval';
  readonly verdict: Verdict;
  readonly name: string;
  readonly runs: number;
  readonly errors: number;
  readonly gate: ItemGate | null;
  readonly missed: readonly number[];
  readonly unexpected: readonly number[];
  readonly others: readonly number[];
}

/** Opens an item, and of an eval a case where one is named. */
export type OpenItem = (item: Item, caseId: string | null) => void;

interface ItemGate {
  readonly metric: string;
  readonly op: GateOp;
  readonly value: number | readonly [number, number];
  readonly observed: number | null;
  readonly unit: Unit;
}

/** The items of the index, worst first; within a verdict evals, then tests, in report order. */
export function listItems(index: ReportIndex): Item[] {
  const byVerdict: Item[][] = VERDICTS.map(() => []);
  index.rows.forEach((row, place) => {
    const [verdict, name, runs, errors, gate, missed, unexpected, others] = row;
    byVerdict[verdict]?.push({
      place,
      kind: place < index.evals ? 'eval' : 'test',
      verdict: VERDICTS[verdict] ?? 'error',
      name,
      runs,
      errors,
      gate: gate === 0 ? null : gateOf(gate, index.words),
      missed,
      unexpected,
      others,
    });
  });
  return byVerdict.flat();
}

function gateOf(
  [metric, op, value, observed, unit]: IndexGate,
  words: readonly string[],
): ItemGate {
  return { metric: words[metric] ?? '', op, value, observed, unit };
}

export type Evidence = TestReport | EvalReport;

/** Finds the evidence of an item; null while the browser has not read that far. */
export function createEvidence(evals: number): (item: Item) => Evidence | null {
  const parsed = new Map<number, readonly Evidence[]>();
  return ({ place }) => {
    const test = place - evals;
    const block = test < 0 ? place : evals + Math.floor(test / TESTS_PER_ISLAND);
    let entries = parsed.get(block);
    if (entries === undefined) {
      const text = readIsland(`evidence-${block}`);
      if (text === null) return null;
      const table: Packed = JSON.parse(text);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reporter packed it from this type
      entries = unpack(table) as readonly Evidence[];
      parsed.set(block, entries);
    }
    return entries[test < 0 ? 0 : test % TESTS_PER_ISLAND] ?? null;
  };
}

/** The text of a data block; null when it is not there, or not read to its end. */
export function readIsland(id: string): string | null {
  const block = document.getElementById(id);
  // The last block of a page that is still being read may be half of itself.
  const whole = block !== null && (document.readyState !== 'loading' || block.nextSibling !== null);
  return whole ? block.textContent : null;
}
