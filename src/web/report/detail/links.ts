import { formatRoute, isAddressable, type Route } from '../address/route.ts';
import type { EntryList } from '../data/entries.ts';
import { type Filter, NO_FILTER } from '../data/filter.ts';
import type { Item } from '../data/items.ts';

/** Addresses of what can be opened from the page of a test or an eval. */
export interface Links {
  /** The page with another filter; what is open stays open. */
  readonly filter: (change: Partial<Filter>) => string;
  /** The cases of a cell of the matrix. */
  readonly cell: (expected: string, called: string) => string;
  /** The cases in which a tool was expected or called. */
  readonly tool: (tool: string) => string;
  readonly entry: (place: number) => string;
  /** The page without an opened entry. */
  readonly closed: () => string;
}

/** The links of an item, given what is open now. */
export function linksOf(
  route: Route,
  item: Item,
  items: readonly Item[],
  entries: EntryList,
): Links {
  const at = (change: Partial<Route>): string =>
    formatRoute({ ...route, view: null, item: item.place, ...change }, items);
  const opened = { entry: null, place: null };
  return {
    filter: (change) => at({ ...opened, filter: { ...route.filter, ...change } }),
    cell: (expected, called) => at({ ...opened, filter: { ...NO_FILTER, expected, called } }),
    tool: (tool) => at({ ...opened, filter: { ...NO_FILTER, tool } }),
    entry(place) {
      const id = entries.idAt(place);
      const isById = isAddressable(id) && entries.find(id) === place;
      return at(isById ? { entry: id, place: null } : { entry: null, place });
    },
    closed: () => at(opened),
  };
}
