import { useMemo } from 'preact/hooks';
import {
  countVerdicts,
  type EntryList,
  entriesOf,
  filterEntries,
  findExample,
  shownVerdict,
} from '#core';
import { columnCases, distributionsOf } from '#reporters';
import type { Route } from '../address/route.ts';
import type { EvidenceSource } from './islands.ts';
import type { Item } from './items.ts';
import { opensFirst } from './opens-first.ts';
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
      return useMemo(
        () => findExample(listEntries(evidence, item, measured), measured),
        [measured],
      );
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
  const first = useMemo(() => {
    const mayOpen = opensFirst(measured);
    return places.find((place) => mayOpen(entries.at(place))) ?? places[0] ?? null;
  }, [places, measured]);
  const opened = chosen ?? first;
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

/** The entry that the address names; null where it names none that there is. */
function chosenPlace({ entry, place }: Route, entries: EntryList): number | null {
  if (place !== null) return place >= 0 && place < entries.count ? place : null;
  const index = entry === null ? -1 : entries.find(entry);
  return index < 0 ? null : index;
}
