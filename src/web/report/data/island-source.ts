import { useMemo } from 'preact/hooks';
import {
  countVerdicts,
  type EntryList,
  entriesOf,
  filterEntries,
  type ReportEntry,
  shownVerdict,
} from '#core';
import { columnCases, distributionsOf } from '#reporters';
import type { Route } from '../address/route.ts';
import { isComplaint } from '../trace/call-words.ts';
import type { EvidenceSource } from './islands.ts';
import type { Item } from './items.ts';
import type { Listing, ListQuery, Measured, ReportSource } from './report-source.ts';

/** A report whose evidence is in blocks of the page. */
export function islandSource(evidence: EvidenceSource): ReportSource {
  return {
    useMeasured(item) {
      const measured = evidence.measuredOf(item);
      const isWhole = item.kind === 'test' || evidence.casesOf(item) !== null;
      return isWhole ? measured : null;
    },
    useListing: (query) => useIslandListing(evidence, query),
    useExample(item, measured) {
      return useMemo(() => {
        const entries = listEntries(evidence, item, measured);
        for (let place = 0; place < entries.count; place += 1)
          if (entries.verdictAt(place) === item.verdict) return entries.at(place);
        return entries.count === 0 ? null : entries.at(0);
      }, [measured]);
    },
    useUsage(item, measured) {
      const columns = evidence.casesOf(item);
      return useMemo(() => distributionsOf(measured, columns ?? {}), [measured, columns]);
    },
  };
}

/** The entries of an item whose evidence has been read. */
export function listEntries(
  { casesOf }: EvidenceSource,
  item: Item,
  measured: Measured,
): EntryList {
  const columns = casesOf(item);
  return entriesOf(measured, columns === null ? undefined : columnCases(columns));
}

function useIslandListing(
  evidence: EvidenceSource,
  { item, measured, route, changes }: ListQuery,
): Listing {
  const columns = evidence.casesOf(item);
  const entries = useMemo(() => listEntries(evidence, item, measured), [measured, columns]);
  const counts = useMemo(() => countVerdicts(entries), [entries]);
  const confusion = 'cases' in measured ? measured.confusion : undefined;
  const { filter } = route;
  const show = shownVerdict(filter, counts);
  const places = useMemo(
    () => filterEntries(entries, filter, show, { confusion, changes }),
    [entries, show, confusion, changes, ...Object.values(filter)],
  );
  const chosen = chosenPlace(route, entries);
  const opened = chosen ?? firstFault(places, entries);
  return {
    kind: entries.kind,
    count: entries.count,
    counts,
    show,
    total: places.length,
    at(row) {
      const place = places[row];
      return place === undefined ? null : entries.at(place);
    },
    opened: opened === null ? null : entries.at(opened),
    row: opened === null ? -1 : places.indexOf(opened),
    isChosen: chosen !== null,
  };
}

function firstFault(places: readonly number[], entries: EntryList): number | null {
  const [first = null] = places;
  if (first === null || entries.verdictAt(first) !== null) return first;
  return places.find((place) => isFaulty(entries.at(place))) ?? first;
}

/** Whether scorers complain about an entry: an older report does not say which runs fail. */
export function isFaulty({ findings: { calls, misses } }: ReportEntry): boolean {
  return misses.length > 0 || calls.some(({ verdict }) => isComplaint(verdict));
}

/** The entry that the address names; null where it names none that there is. */
function chosenPlace({ entry, place }: Route, entries: EntryList): number | null {
  if (place !== null) return place >= 0 && place < entries.count ? place : null;
  const found = entry === null ? -1 : entries.find(entry);
  return found < 0 ? null : found;
}
