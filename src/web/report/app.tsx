import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { LABELS, makeVisible, type ReportIndex } from '#reporters';
import { Button } from '../components/button.tsx';
import { Kbd } from '../components/kbd.tsx';
import { KeyHelp } from '../components/key-help.tsx';
import { listBindings, useKeys } from '../components/keys.ts';
import { ThemeButton } from '../components/theme.tsx';
import { parseRoute, type Route } from './address/route.ts';
import { useHash } from './address/use-hash.ts';
import type { Item } from './data/items.ts';
import type { ReportSource } from './data/report-source.ts';
import { Origin } from './overview/origin.tsx';
import { openedItem, ReportPage, ReportTabs } from './report-page.tsx';

/** The report: a bar with its pages, and the page that the address names. */
export function App({ index, items, source }: AppParts): JSX.Element {
  const hash = useHash();
  const route = useMemo(() => parseRoute(hash, items), [hash, items]);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys([{ keys: ['?'], words: 'this help', run: () => setHelpOpen(true) }]);
  const item = openedItem(items, route);
  useEffect(() => {
    const what = item === null ? '' : `: ${makeVisible(item.name)}`;
    document.title = `${LABELS[(item ?? index.about).verdict]}${what} · whichtool report`;
  }, [item]);
  return (
    <>
      <Bar index={index} items={items} item={item} route={route} onHelp={() => setHelpOpen(true)} />
      <ReportPage index={index} items={items} item={item} route={route} source={source} />
      {isHelpOpen ? <KeyHelp bindings={listBindings()} onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

interface AppParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly source: ReportSource;
}

interface BarParts {
  readonly index: ReportIndex;
  readonly items: readonly Item[];
  readonly item: Item | null;
  readonly route: Route;
  readonly onHelp: () => void;
}

function Bar({ index, items, item, route, onHelp }: BarParts): JSX.Element {
  return (
    <header class="bar">
      <b class="brand">whichtool</b>
      <nav aria-label="Pages">
        <ReportTabs index={index} items={items} item={item} route={route} />
      </nav>
      <span class="space" />
      <Origin index={index} />
      <ThemeButton />
      <Button look="quiet" aria-label="Keys" title="Keys" onClick={onHelp}>
        <Kbd keys="?" />
      </Button>
    </header>
  );
}
