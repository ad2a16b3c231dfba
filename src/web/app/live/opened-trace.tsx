import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import type { ApiLiveRun, ApiLiveTrace } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { entriesOf } from '#core';
import { TracePanel } from '../../report/trace/trace-panel.tsx';
import { useApi } from '../data/use-api.ts';
import { Await } from '../frame/states.tsx';

/** A trace in full, read again when more of it has come. */
export function OpenedTrace({ id, change, backHref }: OpenedParts): JSX.Element {
  const loaded = useApi<ApiLiveRun>(`live/traces/${encodeURIComponent(id)}?change=${change}`);
  return (
    <aside class="opened panel" aria-label="Opened trace">
      <a class="live-back small" href={backHref}>
        Close
      </a>
      <Await loaded={loaded} what="the trace">
        {({ trace, report }) => (
          <>
            <TraceFacts trace={trace} />
            {report === null ? null : <RunView report={report} trace={trace} />}
          </>
        )}
      </Await>
    </aside>
  );
}

interface OpenedParts {
  readonly id: string;
  /** The change of the trace that the list knows. */
  readonly change: number;
  readonly backHref: string;
}

function RunView({
  report,
  trace: { verdict, id },
}: {
  readonly report: NonNullable<ApiLiveRun['report']>;
  readonly trace: ApiLiveTrace;
}): JSX.Element | null {
  const entries = entriesOf(report);
  if (entries.count === 0) return null;
  // The report is of a test with a single run: a trace is called by its id.
  const name = `trace ${id.slice(0, 8)}`;
  const entry = { ...entries.at(0), verdict, id: name, label: { case: name } };
  return <TracePanel entry={entry} catalogs={report.catalogs ?? []} />;
}

function TraceFacts({ trace }: { readonly trace: ApiLiveTrace }): JSX.Element {
  const { id, outcome, summary, records, isWaiting } = trace;
  return (
    <div class="small">
      {outcome === 'run' ? null : (
        <p>
          <Name text={id} />
        </p>
      )}
      <p class="soft">
        {summary?.test == null ? (
          OUTCOMES[outcome]
        ) : (
          <>
            test “<Foreign text={summary.test} />”
          </>
        )}
        {` · ${formatCount(summary?.spans ?? records, 'span')}`}
        {isWaiting && outcome !== 'open' ? ' · more spans came, it is scored again' : ''}
      </p>
      {summary?.why == null ? null : (
        <p class="trace-error">
          <Foreign text={summary.why} />
        </p>
      )}
    </div>
  );
}

const OUTCOMES = {
  run: 'no test of a suite takes this run',
  open: 'spans arrive; it is assembled when its root has ended, or after ten silent seconds',
  other: 'this trace has no span of an agent, a model or a tool',
  unreadable: 'this trace cannot be read',
} as const;
