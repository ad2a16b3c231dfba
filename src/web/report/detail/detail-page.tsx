import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ReportIndex } from '#reporters';
import { useAddresses } from '../address/addresses.ts';
import { HOME } from '../address/route.ts';
import { CasesPanel } from '../cases/cases-panel.tsx';
import { cellsByCase } from '../cases/summary-of.ts';
import type { Item } from '../data/items.ts';
import type { ListQuery, ReportSource } from '../data/report-source.ts';
import { TrendPanel } from '../history/trend-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { FixFirst } from './fix-first.tsx';
import { GatesPanel } from './gates-panel.tsx';
import { ItemVerdict } from './item-verdict.tsx';
import { linksOf } from './links.ts';
import { OpenedEntry } from './opened-entry.tsx';
import { useSteps } from '../steps/use-steps.ts';
import { isAccepted } from './verdict-sentence.ts';

/** A test or an eval: why it has its verdict, what to fix, the figures, and its runs or cases beside an opened one. */
export function DetailPage({
  item,
  items,
  measured,
  route,
  changes,
  index,
  source,
}: DetailParts): JSX.Element {
  const addresses = useAddresses();
  const listing = source.useListing({ item, measured, route, changes });
  const usage = source.useUsage(item, measured);
  const confusion = 'cases' in measured ? measured.confusion : undefined;
  const cells = useMemo(() => cellsByCase(confusion), [confusion]);
  const { filter } = route;
  const links = linksOf(addresses, route, item, items);
  // What does not depend on the listed cases is drawn once: filters and keys must answer at once.
  const figureLinks = useMemo(
    () => linksOf(addresses, HOME, item, items),
    [addresses, item, items],
  );
  const gates = useMemo(() => <GatesPanel measured={measured} />, [measured]);
  const trend = useMemo(
    () => (items.length === 1 ? <TrendPanel provenance={index.provenance} /> : null),
    [items, index],
  );
  const fixes = useMemo(
    () => <FixFirst measured={measured} links={figureLinks} />,
    [measured, figureLinks],
  );
  const { expected, called } = filter;
  const figures = useMemo(
    () => (
      <FiguresPanel
        measured={measured}
        usage={usage}
        links={figureLinks}
        current={{ expected, called }}
      />
    ),
    [measured, usage, figureLinks, expected, called],
  );
  const { opened, row, isChosen } = listing;
  const field = useRef<HTMLInputElement>(null);
  const search = (query: string): void => addresses.replace(links.filter({ query }));
  useSteps({
    count: listing.total ?? 0,
    row,
    hrefOf(at) {
      const entry = listing.at(at);
      return entry === null ? null : links.entry(entry);
    },
    search,
    close: () => addresses.visit(links.closed()),
    field,
  });
  const cell = `${filter.expected} ${filter.called} ${filter.tool}`;
  useEffect(() => {
    if (filter.expected !== null || filter.tool !== null)
      document.querySelector('#cases')?.scrollIntoView({ block: 'start' });
  }, [cell]);
  return (
    <main class="page" data-opened={isChosen ? '' : undefined}>
      <ItemVerdict item={item} items={items} measured={measured} index={index} />
      <div class="page-left">
        {gates}
        {trend}
        {figures}
        <CasesPanel
          measured={measured}
          listing={listing}
          cells={cells}
          links={links}
          filter={filter}
          changes={changes}
          isRepeated={'repeated' in measured && measured.repeated}
          isAccepted={isAccepted(measured)}
          onSearch={search}
          fieldRef={field}
        />
      </div>
      <div class="page-right">
        {isAccepted(measured) ? null : fixes}
        {opened === null ? null : (
          <OpenedEntry
            key={opened.place}
            entry={opened}
            measured={measured}
            links={links}
            before={row < 1 ? null : listing.at(row - 1)}
            after={row < 0 ? null : listing.at(row + 1)}
          />
        )}
        {isAccepted(measured) ? fixes : null}
      </div>
    </main>
  );
}

interface DetailParts extends ListQuery {
  readonly items: readonly Item[];
  readonly index: ReportIndex;
  readonly source: ReportSource;
}
