import { useEffect, useRef } from 'preact/hooks';
import type { EvalReport, ReportEntry, Verdict } from '#core';
import type { Distribution } from '#reporters';
import type { ApiEntry, ApiEntryPage, ApiOpenedEntry } from '#schema';
import { opensFirst } from '../../report/data/opens-first.ts';
import type {
  Listing,
  ListQuery,
  Measured,
  ReportSource,
} from '../../report/data/report-source.ts';
import type { RowPages } from '../data/row-pages.ts';
import type { Loaded } from '../data/use-api.ts';
import { readKept, useKept } from '../data/use-kept.ts';
import { useRows } from '../data/use-rows.ts';
import { filterQuery, nameQuery } from './filter-query.ts';
import { entryPath, listPath } from './run-paths.ts';

/** A report that the server has: each part is read when it is shown, cases in pages. */
export function serverSource(run: string): ReportSource {
  const pathOf = (place: number): string => entryPath(run, place);
  return {
    useMeasured: ({ place }) => measuredOf(valueOf(useKept<ApiEntry>(pathOf(place)))),
    useListing: (query) => useServerListing(pathOf(query.item.place), query),
    useExample: ({ place }) => valueOf(useKept<ReportEntry | null>(`${pathOf(place)}/example`)),
    useUsage: ({ place }) => {
      const usage = useKept<readonly Distribution[]>(`${pathOf(place)}/usage`);
      return usage.state === 'ready' ? usage.value : NO_USAGE;
    },
  };
}

const NO_USAGE: readonly Distribution[] = [];
const NO_COUNTS: ReadonlyMap<Verdict, number> = new Map();
const made = new WeakMap<ApiEntry, Measured>();

/** Pages distinguish evals by their cases, which are listed apart. The same answer is the same value. */
function measuredOf(entry: ApiEntry | null): Measured | null {
  if (entry === null) return null;
  const known = made.get(entry);
  if (known !== undefined) return known;
  const measured: Measured =
    entry.kind === 'eval' ? ({ ...entry, cases: [] } satisfies EvalReport) : entry;
  made.set(entry, measured);
  return measured;
}

/** A value, null while it is read; what cannot be read is shown in place of the view. */
function valueOf<T>(loaded: Loaded<T>): T | null {
  if (loaded.state === 'failed') throw loaded.error;
  return loaded.state === 'ready' ? loaded.value : null;
}

type Pages = RowPages<ReportEntry, ApiEntryPage>;

function useServerListing(path: string, { item, measured, route }: ListQuery): Listing {
  const filter = filterQuery(route.filter);
  const pages: Pages | null = useRows(listPath(path, filter));
  const first = pages?.first ?? null;
  const { entry, place } = route;
  const chosen =
    place !== null
      ? `at=${place + 1}`
      : entry === null
        ? null
        : `case=${encodeURIComponent(entry)}`;
  const pathOf = (name: string): string => `${path}/case?${name}&${filter}`;
  const named = useKept<ApiOpenedEntry>(chosen === null ? null : pathOf(chosen));
  // An address may name a case that there is not: then the worst is open, as without a name.
  const isChosen = chosen !== null && named.state !== 'failed';
  const worst = isChosen || pages === null ? null : firstToOpen(pages, measured);
  const shown = useKept<ApiOpenedEntry>(worst === null ? null : pathOf(nameQuery(worst)));
  const answer = isChosen ? named : shown;
  const opened = useLast(answer.state === 'ready' ? answer.value : null, `${item.place}`);
  const known = isChosen
    ? (pages?.find((row) =>
        place === null ? row.isNamed && row.id === entry : row.place === place,
      ) ?? -1)
    : -1;
  const row = known >= 0 ? known : (opened?.row ?? -1);
  usePrefetch([pages?.at(row - 1), pages?.at(row + 1)], pathOf);
  return {
    kind: first?.kind ?? (item.kind === 'eval' ? 'case' : 'run'),
    count: first?.count ?? 0,
    counts: first === null ? NO_COUNTS : countsOf(first),
    show: first?.show ?? 'all',
    total: first?.total ?? null,
    at: (at) => pages?.at(at) ?? null,
    opened: first?.total === 0 && !isChosen ? null : (opened?.entry ?? null),
    row,
    isChosen,
  };
}

const counted = new WeakMap<ApiEntryPage, ReadonlyMap<Verdict, number>>();

function countsOf(page: ApiEntryPage): ReadonlyMap<Verdict, number> {
  const known = counted.get(page) ?? new Map(Object.entries(page.counts) as [Verdict, number][]);
  counted.set(page, known);
  return known;
}

/** The first entry that says why the verdict is what it is, otherwise the first. */
function firstToOpen(pages: Pages, measured: Measured): ReportEntry | null {
  return pages.at(pages.find(opensFirst(measured))) ?? pages.at(0);
}

/** The last value that was not null: what was open stays until the next is read. */
function useLast<T>(value: T | null, key: string): T | null {
  const last = useRef<{ readonly key: string; readonly value: T } | null>(null);
  if (value !== null) last.current = { key, value };
  return last.current?.key === key ? last.current.value : null;
}

/** Reads what people open next. */
function usePrefetch(
  rows: readonly (ReportEntry | null | undefined)[],
  pathOf: (name: string) => string,
): void {
  const paths = rows.flatMap((row) => (row == null ? [] : [pathOf(nameQuery(row))]));
  useEffect(() => {
    for (const path of paths) readKept(path);
  }, [paths.join(' ')]);
}
