import type { JSX } from 'preact';
import type { ReportEntry } from '#core';
import type { ApiTrace } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { JudgedFindings } from '../../report/trace/judged-findings.tsx';
import { LabelView } from '../../report/trace/label-view.tsx';
import { OfferedTools } from '../../report/trace/offered-tools.tsx';

/** What belongs to a trace beside the conversation: the label, what judges found, the tools that were offered. */
export function TraceAside({ entry, trace }: AsideParts): JSX.Element | null {
  const { evidence, unmeasured } = entry;
  const offered = (trace.whole.state === 'read' ? trace.whole.offered : null) ?? trace.catalog;
  return (
    <aside class="panel trace-aside" aria-label="Label and tools">
      <h2 class="unseen">Label and tools</h2>
      {unmeasured === null ? null : (
        <p class="trace-error">
          <Foreign text={unmeasured.message} /> <Name text={`[${unmeasured.code}]`} />
        </p>
      )}
      {evidence?.expected === undefined ? (
        <p class="soft">No label says which calls were expected.</p>
      ) : (
        <LabelView label={evidence.expected} isShown={false} />
      )}
      <JudgedFindings entry={entry} />
      {offered === null ? (
        <p class="soft">The record does not say which tools were offered.</p>
      ) : (
        <OfferedTools tools={offered} entry={entry} />
      )}
    </aside>
  );
}

interface AsideParts {
  readonly entry: ReportEntry;
  readonly trace: ApiTrace;
}
