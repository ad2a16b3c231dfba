import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CaseColumns, ReportIndex } from '#reporters';
import type { Route } from '../address/route.ts';
import { replaceHash, visitHash } from '../address/use-hash.ts';
import { CasesPanel } from '../cases/cases-panel.tsx';
import { cellsByCase } from '../cases/summary-of.ts';
import { entriesOf, type EntryList } from '../data/entries.ts';
import { countVerdicts, filterEntries, NO_FILTER, shownVerdict } from '../data/filter.ts';
import type { Measured } from '../data/islands.ts';
import type { Item } from '../data/items.ts';
import { isComplaint } from '../trace/call-words.ts';
import { TrendPanel } from '../history/trend-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { FixFirst } from './fix-first.tsx';
import { GatesPanel } from './gates-panel.tsx';
import { ItemVerdict } from './item-verdict.tsx';
import { linksOf } from './links.ts';
import { OpenedEntry } from './opened-entry.tsx';
import { useSteps } from '../steps/use-steps.ts';

/** A test or an eval: why it has its verdict, what to fix, the figures, and its runs or cases beside an opened one. */
export function DetailPage({
  item,
  items,
  measured,
  columns,
  route,
  changes,
  index,
}: DetailParts): JSX.Element {
  const entries = useMemo(() => entriesOf(measured, columns), [measured, columns]);
  const counts = useMemo(() => countVerdicts(entries), [entries]);
  const confusion = 'cases' in measured ? measured.confusion : undefined;
  const cells = useMemo(() => cellsByCase(confusion), [confusion]);
  const { filter } = route;
  const show = shownVerdict(filter, counts);
  const places = useMemo(
    () => filterEntries(entries, filter, show, { confusion, changes }),
    [entries, show, confusion, changes, ...Object.values(filter)],
  );
  const links = linksOf(route, item, items, entries);
  const chosen = chosenPlace(route, entries);
  // The worst is open before anything is chosen: the reason is what people come for.
  const opened = chosen ?? firstFault(places, entries);
  const row = opened === null ? -1 : places.indexOf(opened);
  const field = useRef<HTMLInputElement>(null);
  const search = (query: string): void => replaceHash(links.filter({ query }));
  useSteps({
    places,
    row,
    entry: links.entry,
    search,
    close: () => visitHash(links.closed()),
    field,
  });
  const cell = `${filter.expected} ${filter.called} ${filter.tool}`;
  useEffect(() => {
    if (filter.expected !== null || filter.tool !== null)
      document.querySelector('#cases')?.scrollIntoView({ block: 'start' });
  }, [cell]);
  return (
    <main class="page" data-opened={chosen === null ? undefined : ''}>
      <ItemVerdict item={item} items={items} measured={measured} index={index} />
      <div class="page-left">
        <GatesPanel measured={measured} />
        {items.length === 1 ? <TrendPanel provenance={index.provenance} /> : null}
        <FiguresPanel measured={measured} columns={columns} links={links} filter={filter} />
        <CasesPanel
          measured={measured}
          entries={entries}
          places={places}
          cells={cells}
          links={links}
          filter={filter}
          none={NO_FILTER}
          show={show}
          counts={counts}
          changes={changes}
          current={row < 0 ? null : row}
          isFollowed={chosen !== null}
          isRepeated={'repeated' in measured && measured.repeated}
          onSearch={search}
          fieldRef={field}
        />
      </div>
      <div class="page-right">
        <FixFirst measured={measured} links={links} />
        {opened === null ? null : (
          <OpenedEntry
            key={opened}
            entry={entries.at(opened)}
            measured={measured}
            links={links}
            before={places[row - 1] ?? null}
            after={row < 0 ? null : (places[row + 1] ?? null)}
          />
        )}
      </div>
    </main>
  );
}

interface DetailParts {
  readonly item: Item;
  readonly items: readonly Item[];
  readonly measured: Measured;
  readonly columns: CaseColumns | null;
  readonly route: Route;
  /** What is worse or better than in the baseline, by id. */
  readonly changes: ReadonlyMap<string, 'worse' | 'better'>;
  readonly index: ReportIndex;
}

/** The first entry that scorers complain about: an older report does not say which runs fail. */
function firstFault(places: readonly number[], entries: EntryList): number | null {
  const [first = null] = places;
  if (first === null || entries.verdictAt(first) !== null) return first;
  const isFaulty = (place: number): boolean => {
    const { calls, misses } = entries.at(place).findings;
    return misses.length > 0 || calls.some(({ verdict }) => isComplaint(verdict));
  };
  return places.find(isFaulty) ?? first;
}

/** The entry that the address names; null where it names none that there is. */
function chosenPlace({ entry, place }: Route, entries: EntryList): number | null {
  if (place !== null) return place >= 0 && place < entries.count ? place : null;
  const found = entry === null ? -1 : entries.find(entry);
  return found < 0 ? null : found;
}
