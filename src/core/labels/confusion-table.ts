import type { RunOrder } from '../measure/evidence.ts';
import type { Sums } from '../measure/sums.ts';
import { compareText } from '../text/compare-text.ts';

/** The row of cases where no tool should be called, and the column of expected calls that got none. */
export const NONE_LABEL = '(none)';
/** The row of calls that nothing was expected for. */
export const EXTRA_LABEL = '(extra)';
/** The column of names that are not in the catalog. */
export const UNKNOWN_LABEL = '(unknown tool)';
/** Tools that are too many to have a row each. */
export const OTHER_LABEL = '(other tools)';

/** In this order, after all tools. */
const RESERVED: readonly string[] = [OTHER_LABEL, UNKNOWN_LABEL, EXTRA_LABEL, NONE_LABEL];

/** A tool in the matrix; one that has a reserved name is put in quotes. */
export function labelOfTool(name: string): string {
  return RESERVED.includes(name) ? JSON.stringify(name) : name;
}

/** Whether a label is not a tool but one of ours. */
export function isReservedLabel(label: string): boolean {
  return RESERVED.includes(label);
}

/** How many cases of a cell are named. */
const CASES_NAMED = 20;

/** What was expected, what was observed, how often, and the first cases of it. */
export class ConfusionCell {
  readonly expected: string;
  readonly observed: string;
  #count = 0;
  #orders: RunOrder[] = [];

  constructor(expected: string, observed: string) {
    this.expected = expected;
    this.observed = observed;
  }

  get count(): number {
    return this.#count;
  }

  /** The first cases in canonical order, each once. */
  get orders(): readonly RunOrder[] {
    return [...new Set(this.#orders)].sort((a, b) => a - b).slice(0, CASES_NAMED);
  }

  add(count: number, order: RunOrder | null): void {
    this.#count += count;
    if (order === null || this.#orders.at(-1) === order) return;
    this.#orders.push(order);
    if (this.#orders.length > 2 * CASES_NAMED) this.#orders = [...this.orders];
  }
}

/** A cell as plain data. */
export interface CellState {
  readonly expected: string;
  readonly observed: string;
  readonly count: number;
  readonly orders: readonly RunOrder[];
}

/** Counts of expected against observed tools, which add in any order. */
export class ConfusionTable implements Sums<readonly CellState[]> {
  readonly #rows = new Map<string, Map<string, ConfusionCell>>();
  readonly #rowSums = new Map<string, number>();
  readonly #columnSums = new Map<string, number>();

  /** Adds to a cell; `order` is the case it happened in, where the cases are wanted. */
  add(expected: string, observed: string, count: number, order: RunOrder | null): void {
    if (count === 0) return;
    let row = this.#rows.get(expected);
    if (row === undefined) this.#rows.set(expected, (row = new Map()));
    let cell = row.get(observed);
    if (cell === undefined) row.set(observed, (cell = new ConfusionCell(expected, observed)));
    cell.add(count, expected === observed ? null : order);
    this.#rowSums.set(expected, this.support(expected) + count);
    this.#columnSums.set(observed, this.predicted(observed) + count);
  }

  count(expected: string, observed: string): number {
    return this.#rows.get(expected)?.get(observed)?.count ?? 0;
  }

  /** How often it was expected. */
  support(label: string): number {
    return this.#rowSums.get(label) ?? 0;
  }

  /** How often it was observed, in extra calls too. */
  predicted(label: string): number {
    return this.#columnSums.get(label) ?? 0;
  }

  cells(): readonly ConfusionCell[] {
    return [...this.#rows.values()].flatMap((row) => [...row.values()]);
  }

  /** All that occur: tools by code unit, then the reserved ones. */
  labels(): readonly string[] {
    const all = new Set([...this.#rowSums.keys(), ...this.#columnSums.keys()]);
    const tools = [...all].filter((label) => !RESERVED.includes(label)).sort();
    return [...tools, ...RESERVED.filter((label) => all.has(label))];
  }

  state(): readonly CellState[] {
    return this.cells()
      .map(({ expected, observed, count, orders }) => ({ expected, observed, count, orders }))
      .sort((a, b) => compareText(a.expected, b.expected) || compareText(a.observed, b.observed));
  }

  merge(cells: readonly CellState[]): void {
    for (const { expected, observed, count, orders } of cells) {
      this.add(expected, observed, count, null);
      for (const order of orders) this.name(expected, observed, order);
    }
  }

  /** The same counts with labels renamed; those that get one name become one. */
  renamed(rename: (label: string) => string): ConfusionTable {
    const table = new ConfusionTable();
    table.merge(
      this.cells().map(({ expected, observed, count, orders }) => ({
        expected: rename(expected),
        observed: rename(observed),
        count,
        orders,
      })),
    );
    return table;
  }

  /** Names a case of a cell that was counted already. */
  name(expected: string, observed: string, order: RunOrder): void {
    if (expected !== observed) this.#rows.get(expected)?.get(observed)?.add(0, order);
  }
}
