import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { LABELS, makeVisible, type ReportIndex } from '#reporters';
import { AddressContext } from '../../report/address/addresses.ts';
import { listItems } from '../../report/data/items.ts';
import { Origin } from '../../report/overview/origin.tsx';
import { openedItem, ReportPage, ReportTabs } from '../../report/report-page.tsx';
import { useKept } from '../data/use-kept.ts';
import { Boundary } from '../frame/boundary.tsx';
import { AwaitView } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { readRoute, runAddresses } from './run-addresses.ts';
import { indexPath } from './run-paths.ts';
import { serverSource } from './server-source.ts';

/** A kept run: its tests and evals, or the one that the address names. */
export function RunPage({ parameters: { run = '', entry }, query }: ViewParts): JSX.Element {
  const index = useKept<ReportIndex>(indexPath(run));
  return (
    <Boundary key={run} what={`run ${run}`} isView>
      <AwaitView loaded={index} what={`run ${run}`}>
        {(value) => <Run run={run} entry={entry} query={query} index={value} />}
      </AwaitView>
    </Boundary>
  );
}

interface RunParts {
  readonly run: string;
  readonly entry: string | undefined;
  readonly query: URLSearchParams;
  readonly index: ReportIndex;
}

function Run({ run, entry, query, index }: RunParts): JSX.Element {
  const items = useMemo(() => listItems(index), [index]);
  const source = useMemo(() => serverSource(run), [run]);
  const addresses = useMemo(() => runAddresses(run), [run]);
  const address = query.toString();
  const route = useMemo(() => readRoute(entry, query), [entry, address]);
  const item = openedItem(items, route);
  useEffect(() => {
    const what = item === null ? '' : `: ${makeVisible(item.name)}`;
    document.title = `${LABELS[(item ?? index.about).verdict]}${what} · run ${run} · whichtool`;
  }, [item, run]);
  return (
    <AddressContext.Provider value={addresses}>
      <div class="report">
        <nav class="run-bar" aria-label="This run">
          <b>
            <a href={`/runs/${run}`}>Run {run}</a>
          </b>
          <ReportTabs index={index} items={items} item={item} route={route} />
          <a href={`/compare?after=${run}`}>Compare with…</a>
          {index.variants === undefined ? null : <a href={`/models?runs=${run}`}>Models</a>}
          <a href={`/runs/${run}/report.html`} target="_self" download={`run-${run}.html`}>
            Save as one file
          </a>
          <span class="space" />
          <Origin index={index} />
        </nav>
        <ReportPage index={index} items={items} item={item} route={route} source={source} />
      </div>
    </AddressContext.Provider>
  );
}
