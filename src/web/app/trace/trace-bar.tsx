import type { JSX, RefObject } from 'preact';
import type { ReportEntry } from '#core';
import { formatCount, formatNumber } from '#reporters';
import type { ApiTrace } from '#schema';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Foreign } from '../../components/foreign.tsx';
import type { ReadingControl, Role } from '../../components/reading/reading.ts';
import { ReadingBar } from '../../components/reading/reading-bar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { VerdictBadge } from '../../components/verdict-badge.tsx';
import { traceMarkdown } from '../../report/trace/trace-markdown.ts';
import { TraceFacts, titleOf } from '../../report/trace/trace-panel.tsx';
import { WholeNote } from './whole-note.tsx';

/** What a trace is and what can be done with it; it stays at the top while the trace scrolls. */
export function TraceBar(parts: BarParts): JSX.Element {
  const { entry, trace, back, calls, control, roles, copyButton } = parts;
  const title = titleOf(entry);
  return (
    <header class="trace-bar">
      <div class="verdict-line">
        <a class="button quiet small" href={back}>
          ← Run
        </a>
        {entry.verdict === null ? null : <VerdictBadge verdict={entry.verdict} />}
        <h1>
          <Foreign text={title} />
        </h1>
        <p class="why">
          {`${formatCount(calls, 'call')}. `}
          <TraceFacts entry={entry} />
        </p>
      </div>
      <WholeNote whole={trace.whole} where={entry.evidence?.where ?? ''} />
      <div class="trace-tools">
        <Search {...parts} />
        <span class="space" />
        <ReadingBar control={control} roles={roles} keys={{ expand: 'e', raw: 'r' }} />
        <span ref={copyButton}>
          <CopyButton title="Copy this run as Markdown" text={() => traceMarkdown(title, entry)}>
            Copy as Markdown
          </CopyButton>
        </span>
      </div>
    </header>
  );
}

interface BarParts {
  readonly entry: ReportEntry;
  readonly trace: ApiTrace;
  readonly back: string;
  readonly calls: number;
  readonly control: ReadingControl;
  readonly roles: readonly Role[];
  readonly text: string;
  readonly hits: readonly number[];
  readonly current: number;
  readonly onSearch: (text: string) => void;
  readonly onNext: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly copyButton: RefObject<HTMLSpanElement | null>;
}

function Search({ text, hits, current, onSearch, onNext, field }: BarParts): JSX.Element {
  const at = hits.indexOf(current);
  return (
    <span class="trace-search">
      <SearchField
        label="Search in this trace"
        value={text}
        onInput={onSearch}
        fieldRef={field}
        shortcut="/"
      />
      <span class="soft small" role="status">
        {text === ''
          ? ''
          : hits.length === 0
            ? 'not found'
            : at < 0
              ? `${formatNumber(hits.length)} found`
              : `${formatNumber(at + 1)} of ${formatNumber(hits.length)}`}
      </span>
      {hits.length === 0 ? null : (
        <Button look="quiet" class="small" onClick={onNext}>
          Next
        </Button>
      )}
    </span>
  );
}
