import type { JSX } from 'preact';
import type { ReportEntry } from '#core';
import type { ApiTrace } from '#schema';
import { useKept } from '../data/use-kept.ts';
import { AwaitView } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { TraceView } from './trace-view.tsx';

/** One run in full: from its file where that can be read, otherwise as the report quotes it. */
export function TracePage({ parameters: { run = '', entry = '' }, query }: ViewParts): JSX.Element {
  const place = /^[1-9]\d{0,6}$/.test(entry) ? Number(entry) - 1 : -1;
  const name = nameOf(query);
  const trace = useKept<ApiTrace>(
    `runs/${encodeURIComponent(run)}/entries/${place}/trace?${name.toString()}`,
  );
  return (
    <AwaitView loaded={trace} what="the trace">
      {(value) => (
        <div class="report">
          <TraceView
            key={name.toString()}
            trace={value}
            entry={shownEntry(value)}
            query={query}
            back={`/runs/${run}/${entry}?${name.toString()}`}
            base={`/runs/${run}/${entry}/trace?${name.toString()}`}
          />
        </div>
      )}
    </AwaitView>
  );
}

/** The entry with its whole evidence, where that was read. */
function shownEntry({ entry, whole }: ApiTrace): ReportEntry {
  return whole.state === 'read' ? { ...entry, evidence: whole.evidence } : entry;
}

/** What the address says of the case alone. */
function nameOf(query: URLSearchParams): URLSearchParams {
  const name = new URLSearchParams();
  for (const key of ['case', 'run', 'at']) {
    const value = query.get(key);
    if (value !== null) name.set(key, value);
  }
  return name;
}
