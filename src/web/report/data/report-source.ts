import type { EvalReport, ReportEntry, TestReport, Verdict } from '#core';
import type { Distribution } from '#reporters';
import type { Route } from '../address/route.ts';
import type { Item } from './items.ts';

export type Measured = TestReport | EvalReport;

/** Which entries of a test or an eval are asked for. */
export interface ListQuery {
  readonly item: Item;
  readonly measured: Measured;
  readonly route: Route;
  /** What is worse or better than in the baseline, by id. */
  readonly changes: ReadonlyMap<string, 'worse' | 'better'>;
}

/** The entries of a test or an eval that a filter leaves, and the one that is open. */
export interface Listing {
  readonly kind: 'case' | 'run';
  /** How many entries there are in all, and of each verdict. */
  readonly count: number;
  readonly counts: ReadonlyMap<Verdict, number>;
  readonly show: Verdict | 'all';
  /** How many entries the filter leaves; null while the first of them are read. */
  readonly total: number | null;
  /** The entry of a row; null while it is read. */
  readonly at: (row: number) => ReportEntry | null;
  /** The entry that is open, in full; null where there is none, and while it is read. */
  readonly opened: ReportEntry | null;
  /** Its row; -1 where the filter leaves it out. */
  readonly row: number;
  /** Whether the address names it: otherwise it is the worst, which is open before anything is chosen. */
  readonly isChosen: boolean;
}

/** Where pages get a report from: blocks of the page, or a server. Each is a hook, as answers may come later. */
export interface ReportSource {
  /** A test or an eval; null while it is read. Its cases are listed apart, there may be many. */
  readonly useMeasured: (item: Item) => Measured | null;
  readonly useListing: (query: ListQuery) => Listing;
  /** An entry that shows why the verdict is what it is; null where there is none. */
  readonly useExample: (item: Item, measured: Measured) => ReportEntry | null;
  readonly useUsage: (item: Item, measured: Measured) => readonly Distribution[];
}
