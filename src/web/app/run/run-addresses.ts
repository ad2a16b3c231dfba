import type { Addresses, SuiteItem, SuitePart } from '../../report/address/addresses.ts';
import { readChoices, type Route, setChoices } from '../../report/address/route.ts';
import type { Item } from '../../report/data/items.ts';
import { nameQuery } from './filter-query.ts';
import { replaceAddress, visit } from '../address/use-address.ts';

/** The addresses of a kept run: `/runs/7`, and `/runs/7/2?show=fail` for its second test or eval. */
export function runAddresses(run: string): Addresses {
  return {
    format: (route, items) => formatAddress(run, route, items),
    replace: replaceAddress,
    visit,
    trace: (item, entry) => `/runs/${run}/${item + 1}/trace?${nameQuery(entry)}`,
    editor: editorAddress,
    trial: trialAddress,
  };
}

/** The editor of a suite, at a test or an eval and a part of it. */
function editorAddress({ suite, kind, name }: SuiteItem, part: SuitePart | null): string {
  const query = new URLSearchParams({
    item: `${kind}:${name}`,
    ...(part === null ? {} : { part }),
  });
  return `/suites/${encodeURIComponent(suite)}?${query.toString()}`;
}

/** The view that tries descriptions for a cell of the confusion matrix. */
export function trialAddress(
  { suite, name }: Pick<SuiteItem, 'suite' | 'name'>,
  expected: string,
  called: string,
): string {
  return `/try?${new URLSearchParams({ suite, eval: name, expected, called }).toString()}`;
}

function formatAddress(run: string, route: Route, items: readonly Item[]): string {
  const query = new URLSearchParams();
  if (route.view !== null) query.set('view', route.view);
  const item = items.find(({ place }) => place === route.item);
  setChoices(query, route, item);
  // A single test or eval is the run.
  const isRun = item === undefined || items.length === 1;
  const path = `/runs/${run}${isRun ? '' : `/${item.place + 1}`}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** What an address says should be open. The test or eval is counted from 1. */
export function readRoute(entry: string | undefined, query: URLSearchParams): Route {
  const place = entry !== undefined && /^[1-9]\d{0,6}$/.test(entry) ? Number(entry) - 1 : null;
  return { ...readChoices(query), item: place };
}
