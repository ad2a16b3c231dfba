import { VERDICTS } from '#reporters';
import { type EntryFilter, isAddressable, NO_FILTER, type Verdict } from '#core';
import type { Item } from '../data/items.ts';

/** The pages of a report beside its results. */
const VIEWS = ['compared', 'warnings', 'about'] as const;
export type View = (typeof VIEWS)[number];

/** What the address says should be open: everything that a person chose. */
export interface Route {
  readonly view: View | null;
  /** A place among all rows; null for the overview. */
  readonly item: number | null;
  /** The id of a case or the number of a run; null where none is chosen. */
  readonly entry: string | null;
  /** The place of a case whose id is too long for an address, or not the only one of its name. */
  readonly place: number | null;
  readonly filter: EntryFilter;
}

export const HOME: Route = { view: null, item: null, entry: null, place: null, filter: NO_FILTER };

/** The part of an address that opens a route again, on this page or after a reload. */
export function formatRoute(route: Route, items: readonly Item[]): string {
  const address = new URLSearchParams();
  const { view, item: place } = route;
  if (view !== null) address.set('view', view);
  const item = items.find((each) => each.place === place);
  if (item !== undefined) {
    if (isAddressable(item.name) && findNamed(items, item.kind, item.name).length === 1)
      address.set(item.kind, item.name);
    else address.set('row', String(item.place + 1));
  }
  setChoices(address, route, item);
  return `#${address.toString()}`;
}

/** Writes what is open of an item and which of its entries are listed. */
export function setChoices(address: URLSearchParams, route: Route, item: Item | undefined): void {
  const { entry, filter } = route;
  if (route.place !== null) address.set('at', String(route.place + 1));
  else if (entry !== null) address.set(item?.kind === 'test' ? 'run' : 'case', entry);
  const { show, query, mode, expected, called, tool, changed } = filter;
  if (show !== null) address.set('show', show);
  if (changed !== null) address.set('changed', changed);
  if (mode !== null) address.set('mode', mode);
  for (const [key, value] of Object.entries({ expected, called, tool, q: query || null }))
    if (value !== null && value.isWellFormed()) address.set(key, value);
}

/** Reads an address; anything that is not known is as if it were absent. */
export function parseRoute(hash: string, items: readonly Item[]): Route {
  const address = new URLSearchParams(hash.replace(/^#/, ''));
  const item =
    findNamed(items, 'test', address.get('test'))[0] ??
    findNamed(items, 'eval', address.get('eval'))[0] ??
    items.find(({ place }) => place === numberOf(address.get('row')));
  return { ...readChoices(address), item: item?.place ?? null };
}

/** What an address says beside the item. */
export function readChoices(address: URLSearchParams): Route {
  return {
    view: VIEWS.find((each) => each === address.get('view')) ?? null,
    item: null,
    entry: address.get('case') ?? address.get('run'),
    place: numberOf(address.get('at')),
    filter: {
      show: showOf(address.get('show')),
      query: address.get('q') ?? '',
      mode: address.get('mode'),
      expected: address.get('expected'),
      called: address.get('called'),
      tool: address.get('tool'),
      changed: changeOf(address.get('changed')),
    },
  };
}

/** The place of a number from 1. */
function numberOf(text: string | null): number | null {
  return text === null || !/^\d{1,9}$/.test(text) ? null : Number(text) - 1;
}

function showOf(text: string | null): Verdict | 'all' | null {
  return text === 'all' ? text : (VERDICTS.find((verdict) => verdict === text) ?? null);
}

function changeOf(text: string | null): EntryFilter['changed'] {
  return text === 'worse' || text === 'better' ? text : null;
}

function findNamed(items: readonly Item[], kind: Item['kind'], name: string | null): Item[] {
  return name === null ? [] : items.filter((item) => item.kind === kind && item.name === name);
}
