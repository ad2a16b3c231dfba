/** In place of the name of an eval: tests are compared together. */
export const ALL_TESTS = '';

/** What is open where runs are side by side. */
export interface SidesRoute {
  readonly runs: readonly string[];
  /** The eval whose cases are listed, or `ALL_TESTS`; null where nothing is chosen. */
  readonly eval: string | null;
  readonly case: string | null;
  readonly show: string | null;
  readonly query: string;
}

/** The query of the API and of the address: both have the same names. */
export function sidesQuery(route: SidesRoute, change: Partial<SidesRoute> = {}): string {
  const { runs, eval: name, case: id, show, query } = { ...route, ...change };
  const address = new URLSearchParams({ runs: runs.join(',') });
  for (const [key, value] of Object.entries({ eval: name, case: id, show, q: query || null }))
    if (value !== null && value.isWellFormed()) address.set(key, value);
  return address.toString();
}

/** The address of a view that shows runs side by side; two runs that are compared are named. */
export function sidesAddress(
  path: '/compare' | '/models',
  route: SidesRoute,
  change: Partial<SidesRoute> = {},
): string {
  const query = new URLSearchParams(sidesQuery(route, change));
  if (path === '/models') return `${path}?${query.toString()}`;
  const [before = '', after = ''] = { ...route, ...change }.runs;
  query.delete('runs');
  return `${path}?${new URLSearchParams([['before', before], ['after', after], ...query]).toString()}`;
}

/** Reads an address. */
export function readSides(query: URLSearchParams): SidesRoute {
  return {
    runs: (query.get('runs') ?? '').split(',').filter(Boolean),
    eval: query.get('eval'),
    case: query.get('case'),
    show: query.get('show'),
    query: query.get('q') ?? '',
  };
}
