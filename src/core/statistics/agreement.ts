import type { Interval } from '../report/report.ts';
import { wilsonInterval, Z } from './intervals.ts';
import { jackknifeError } from './jackknife.ts';

/** A coefficient with its 95 % interval, which ends where the coefficient can: at -1 and 1. */
export interface Coefficient {
  readonly value: number;
  readonly error: number;
  readonly interval: Interval;
}

/** How far two reviewers agree. A coefficient is null where it is not defined: without items or without variation. */
export interface Agreement {
  readonly items: number;
  readonly agreed: number;
  /** The share of items on which both say the same, with its Wilson interval. */
  readonly raw: { readonly value: number; readonly interval: Interval } | null;
  /** Cohen's kappa with the standard error of Fleiss, Cohen and Everitt. */
  readonly kappa: Coefficient | null;
  /** Gwet's AC1, which does not collapse when nearly all items are of one category. */
  readonly ac1: Coefficient | null;
  readonly scottPi: Coefficient | null;
  /** (q * raw - 1) / (q - 1) over q categories. */
  readonly pabak: number | null;
  /** By category, in code unit order. */
  readonly categories: readonly CategoryAgreement[];
}

/** Of one category: how often each reviewer gave it, and both. */
interface CategoryAgreement {
  readonly category: string;
  readonly first: number;
  readonly second: number;
  readonly both: number;
  /** 2 both / (first + second). */
  readonly agreement: number;
}

/** The agreement of two reviewers over the items that both labelled, each as the pair of their categories. */
export function agreementOf(pairs: Iterable<readonly [string, string]>): Agreement {
  const table = new Table(pairs);
  const { items, agreed, categories } = table;
  const q = categories.length;
  const interval = wilsonInterval(agreed, items);
  return {
    items,
    agreed,
    raw: interval === null ? null : { value: agreed / items, interval },
    kappa: coefficient(kappaOf(table.shares()), kappaError(table.shares(), items)),
    ac1: jackknifed(table, ac1Of),
    scottPi: jackknifed(table, piOf),
    pabak: q < 2 ? null : ((q * agreed) / items - 1) / (q - 1),
    categories: categories.map((category, i) => {
      const first = table.row(i);
      const second = table.column(i);
      const both = table.at(i, i);
      return { category, first, second, both, agreement: (2 * both) / (first + second) };
    }),
  };
}

/** Counts of pairs, by the index of the category each reviewer gave. */
class Table {
  readonly categories: readonly string[];
  readonly cells: number[];
  readonly items: number;
  readonly agreed: number;

  constructor(pairs: Iterable<readonly [string, string]>) {
    const all = [...pairs];
    const names = [...new Set(all.flat())].sort((a, b) => (a < b ? -1 : 1));
    const index = new Map(names.map((name, i) => [name, i]));
    this.categories = names;
    this.cells = Array.from({ length: names.length * names.length }, () => 0);
    for (const [a, b] of all) {
      const at = (index.get(a) as number) * names.length + (index.get(b) as number);
      this.cells[at] = (this.cells[at] as number) + 1;
    }
    this.items = all.length;
    this.agreed = names.reduce((sum, _, i) => sum + this.at(i, i), 0);
  }

  at(i: number, j: number): number {
    return this.cells[i * this.categories.length + j] as number;
  }

  row(i: number): number {
    return this.categories.reduce((sum, _, j) => sum + this.at(i, j), 0);
  }

  column(j: number): number {
    return this.categories.reduce((sum, _, i) => sum + this.at(i, j), 0);
  }

  /** The shares, with one item of a cell left out where `without` names it. */
  shares(without: number | null = null): Shares {
    const q = this.categories.length;
    const items = this.items - (without === null ? 0 : 1);
    const cells = this.cells.map((count, at) => (count - (at === without ? 1 : 0)) / items);
    const range = Array.from({ length: q }, (_, i) => i);
    const at = (i: number, j: number): number => cells[i * q + j] as number;
    const sum = (pick: (i: number) => number): number => range.reduce((all, i) => all + pick(i), 0);
    const rows = range.map((i) => sum((j) => at(i, j)));
    const columns = range.map((j) => sum((i) => at(i, j)));
    return { q, at, rows, columns, observed: sum((i) => at(i, i)), sum };
  }
}

interface Shares {
  readonly q: number;
  readonly at: (i: number, j: number) => number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly observed: number;
  readonly sum: (pick: (i: number) => number) => number;
}

/** The agreement beyond what chance gives; null when chance alone gives all of it. */
function beyondChance(observed: number, chance: number): number | null {
  // Chance is 1 only when both gave one category throughout, and then the shares are exact.
  return chance < 1 ? (observed - chance) / (1 - chance) : null;
}

function kappaChance({ rows, columns, sum }: Shares): number {
  return sum((i) => (rows[i] as number) * (columns[i] as number));
}

function kappaOf(shares: Shares): number | null {
  return shares.q === 0 ? null : beyondChance(shares.observed, kappaChance(shares));
}

function piOf({ q, rows, columns, observed, sum }: Shares): number | null {
  const chance = sum((i) => {
    const share = ((rows[i] as number) + (columns[i] as number)) / 2;
    return share * share;
  });
  return q === 0 ? null : beyondChance(observed, chance);
}

function ac1Of({ q, rows, columns, observed, sum }: Shares): number | null {
  if (q < 2) return null;
  const chance = sum((i) => {
    const share = ((rows[i] as number) + (columns[i] as number)) / 2;
    return share * (1 - share);
  });
  return beyondChance(observed, chance / (q - 1));
}

function kappaError(shares: Shares, items: number): number | null {
  const kappa = kappaOf(shares);
  if (kappa === null) return null;
  const { at, rows, columns, sum } = shares;
  const chance = kappaChance(shares);
  const rest = 1 - kappa;
  const diagonal = sum((i) => {
    const weight = 1 - ((rows[i] as number) + (columns[i] as number)) * rest;
    return at(i, i) * weight * weight;
  });
  const others = sum((i) =>
    sum((j) => {
      const weight = (columns[i] as number) + (rows[j] as number);
      return i === j ? 0 : at(i, j) * weight * weight;
    }),
  );
  const bias = kappa - chance * rest;
  const variance = diagonal + rest * rest * others - bias * bias;
  return Math.sqrt(Math.max(0, variance) / items) / (1 - chance);
}

function jackknifed(table: Table, of: (shares: Shares) => number | null): Coefficient | null {
  const parts = table.cells.flatMap((count, cell) =>
    count === 0 ? [] : [{ count, value: () => of(table.shares(cell)) }],
  );
  return coefficient(of(table.shares()), jackknifeError(parts));
}

/** A coefficient from its value and standard error; null without one of them. */
export function coefficient(value: number | null, error: number | null): Coefficient | null {
  if (value === null || error === null) return null;
  const reach = Z * error;
  return { value, error, interval: [Math.max(-1, value - reach), Math.min(1, value + reach)] };
}
