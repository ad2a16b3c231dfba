import { type EntryFilter, NO_FILTER, type ReportEntry } from '#core';
import type { Addresses } from '../address/addresses.ts';
import type { Route } from '../address/route.ts';
import type { Item } from '../data/items.ts';

/** Addresses of what can be opened from the page of a test or an eval. */
export interface Links {
  /** The page with another filter; what is open stays open. */
  readonly filter: (change: Partial<EntryFilter>) => string;
  /** The cases of a cell of the matrix. */
  readonly cell: (expected: string, called: string) => string;
  /** The cases in which a tool was expected or called. */
  readonly tool: (tool: string) => string;
  readonly entry: (entry: Pick<ReportEntry, 'place' | 'id' | 'isNamed'>) => string;
  /** The page without an opened entry. */
  readonly closed: () => string;
  /** The whole trace of an entry; null where only the report is there. */
  readonly trace: (entry: ReportEntry) => string | null;
}

/** The links of an item, given what is open now. */
export function linksOf(
  { format, trace }: Pick<Addresses, 'format' | 'trace'>,
  route: Route,
  item: Item,
  items: readonly Item[],
): Links {
  const at = (change: Partial<Route>): string =>
    format({ ...route, view: null, item: item.place, ...change }, items);
  const opened = { entry: null, place: null };
  return {
    filter: (change) => at({ ...opened, filter: { ...route.filter, ...change } }),
    cell: (expected, called) => at({ ...opened, filter: { ...NO_FILTER, expected, called } }),
    tool: (tool) => at({ ...opened, filter: { ...NO_FILTER, tool } }),
    entry: ({ place, id, isNamed }) =>
      at(isNamed ? { entry: id, place: null } : { entry: null, place }),
    closed: () => at(opened),
    trace: (entry) => trace?.(item.place, entry) ?? null,
  };
}
