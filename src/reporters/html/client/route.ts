import type { Item } from './items.ts';

/** What the address says should be open. */
export interface Route {
  readonly place: number | 'overview' | null;
  /** The id of an eval's case. */
  readonly case: string | null;
}

/** Longer names are linked by place: browsers and chat programs cut long addresses. */
const MAX_NAME_LENGTH = 200;

/** The part of the address after `#` that opens an item again, on this page or after a reload. */
export function formatRoute(item: Item, items: readonly Item[], caseId: string | null): string {
  const route = new URLSearchParams();
  const byName =
    item.name.length <= MAX_NAME_LENGTH &&
    item.name.isWellFormed() &&
    findNamed(items, item.kind, item.name).length === 1;
  if (byName) route.set(item.kind, item.name);
  else route.set('row', String(item.place + 1));
  if (caseId !== null && caseId.length <= MAX_NAME_LENGTH) route.set('case', caseId);
  return route.toString();
}

/** Reads an address; anything it does not know is as if nothing were open. */
export function parseRoute(hash: string, items: readonly Item[]): Route {
  const route = new URLSearchParams(hash.replace(/^#/, ''));
  if (route.has('overview')) return { place: 'overview', case: null };
  const row = Number(route.get('row')) - 1;
  const found =
    findNamed(items, 'test', route.get('test'))[0] ??
    findNamed(items, 'eval', route.get('eval'))[0] ??
    items.find((item) => item.place === row);
  return found === undefined
    ? { place: null, case: null }
    : { place: found.place, case: route.get('case') };
}

function findNamed(items: readonly Item[], kind: Item['kind'], name: string | null): Item[] {
  return name === null ? [] : items.filter((item) => item.kind === kind && item.name === name);
}
