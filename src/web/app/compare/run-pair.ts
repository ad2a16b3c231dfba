import type { ApiRun } from '#schema';

/** The two runs that are compared, by number; null where none is chosen yet. */
interface RunPair {
  readonly before: string | null;
  readonly after: string | null;
}

/** The runs of the address. Where it names none: the newest run, and the one before it of the same suites. */
export function pairOf(
  runs: readonly Pick<ApiRun, 'id' | 'suites'>[],
  query: URLSearchParams,
): RunPair {
  const [newest] = runs;
  const named = query.get('after');
  const isOpen = named === null && !query.has('before') && newest !== undefined;
  const after = isOpen ? String(newest.id) : named;
  return { before: query.get('before') ?? earlierOf(runs, after), after };
}

/** The run before another one, of the same suites. */
function earlierOf(
  runs: readonly Pick<ApiRun, 'id' | 'suites'>[],
  after: string | null,
): string | null {
  const place = runs.findIndex(({ id }) => String(id) === after);
  if (place < 0) return null;
  const suites = JSON.stringify(runs[place]?.suites);
  const earlier = runs.slice(place + 1).find((run) => JSON.stringify(run.suites) === suites);
  return earlier === undefined ? null : String(earlier.id);
}
