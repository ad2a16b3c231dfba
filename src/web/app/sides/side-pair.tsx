import type { JSX } from 'preact';
import type { ApiSidePair } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { TracePanel } from '../../report/trace/trace-panel.tsx';
import { useKept } from '../data/use-kept.ts';
import { Await } from '../frame/states.tsx';
import { nameQuery } from '../run/filter-query.ts';
import { sidesQuery, type SidesRoute } from './sides-address.ts';

/** One case in all columns: its traces side by side. On a narrow screen it covers the list. */
export function SidePair({ route, titles, closed }: PairParts): JSX.Element {
  const path = `sides/case?${sidesQuery(route, { show: null, query: '' })}`;
  const pair = useKept<ApiSidePair>(path);
  return (
    <aside class="panel opened side-pair" aria-label="Traces side by side" tabindex={-1}>
      <a class="button quiet small back" href={closed}>
        ← Back
      </a>
      <div class="panel-head">
        <h2>
          <Name text={route.case ?? ''} />
        </h2>
        <a class="button quiet small" href={closed}>
          Close
        </a>
      </div>
      <Await loaded={pair} what="the traces">
        {({ sides }) => (
          <div class="side-traces">
            {sides.map((side, i) => (
              <section key={i}>
                <h3>
                  <Foreign text={titles[i] ?? ''} />
                </h3>
                {side === null || side.entry === null ? (
                  <p class="soft">
                    {side === null
                      ? 'This run does not have it.'
                      : 'The report lists no run of it.'}
                  </p>
                ) : (
                  <TracePanel
                    entry={side.entry}
                    catalogs={[]}
                    note="The report has no texts of it."
                    links={
                      <a
                        class="button quiet small"
                        href={`/runs/${side.run}/${side.place + 1}/trace?${nameQuery(side.entry)}`}
                      >
                        Trace
                      </a>
                    }
                  />
                )}
              </section>
            ))}
          </div>
        )}
      </Await>
    </aside>
  );
}

interface PairParts {
  readonly route: SidesRoute;
  /** What the columns are called. */
  readonly titles: readonly string[];
  /** The address without an opened case. */
  readonly closed: string;
}
