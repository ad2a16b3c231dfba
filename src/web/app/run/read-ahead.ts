import { VIEW_PATHS } from '#schema';
import { matchPath } from '../address/match-path.ts';
import { pagePath } from '../data/row-pages.ts';
import { readKept } from '../data/use-kept.ts';
import { filterQuery } from './filter-query.ts';
import { readRoute } from './run-addresses.ts';
import { entryPath, indexPath, listPath } from './run-paths.ts';

/**
 * Asks for all parts of a run at once where the address names one: views ask for each when the one before is there. A
 * run with several tests and evals may show other parts first.
 */
export function readAhead(address: URL): void {
  const parameters =
    matchPath(VIEW_PATHS.run, address.pathname) ?? matchPath(VIEW_PATHS.entry, address.pathname);
  const { run, entry } = parameters ?? {};
  if (run === undefined) return;
  readKept(indexPath(run));
  const { view, item, filter } = readRoute(entry, address.searchParams);
  if (view !== null) return;
  const path = entryPath(run, item ?? 0);
  readKept(path);
  readKept(pagePath(listPath(path, filterQuery(filter)), 0));
}
