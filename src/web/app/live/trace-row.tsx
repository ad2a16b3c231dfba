import type { JSX } from 'preact';
import { formatCount } from '#reporters';
import type { ApiLiveTrace } from '#schema';
import { Foreign, Name } from '../../components/foreign.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';

const MAX_TOOLS = 4;

/** A trace in one line: when, what was asked, which tools were called, and what is wrong with the calls. */
export function TraceRow({ trace, href, isCurrent }: RowParts): JSX.Element {
  const { verdict, outcome, lastMs, summary, records } = trace;
  return (
    <a class="case live-row" href={href} aria-current={isCurrent ? 'true' : undefined}>
      <VerdictSign verdict={verdict} />
      <time class="soft small" dateTime={new Date(lastMs).toISOString()}>
        {timeText(lastMs)}
      </time>
      <span class="case-question cut">
        {summary === null || outcome !== 'run' ? (
          <OutcomeWords trace={trace} />
        ) : summary.question === null ? (
          <Name text={trace.id} class="soft" />
        ) : (
          <>
            “<Foreign text={summary.question.replaceAll(/\s+/g, ' ')} />”
          </>
        )}
      </span>
      <span class="case-calls cut">
        <Tools trace={trace} />
      </span>
      <span class="live-faults cut small">
        {summary === null ? formatCount(records, 'span') : <Faults summary={summary} />}
      </span>
    </a>
  );
}

interface RowParts {
  readonly trace: ApiLiveTrace;
  readonly href: string;
  readonly isCurrent: boolean;
}

function OutcomeWords({ trace: { outcome, summary, id } }: { trace: ApiLiveTrace }): JSX.Element {
  if (outcome === 'unreadable')
    return (
      <>
        <span class="warn">cannot be read: </span>
        <Foreign text={summary?.why ?? ''} />
      </>
    );
  const words = outcome === 'other' ? 'no span of an agent, a model or a tool' : 'spans arrive…';
  return (
    <span class="soft">
      {words} <Name text={id} />
    </span>
  );
}

function Tools({ trace: { summary, outcome } }: { readonly trace: ApiLiveTrace }): JSX.Element {
  const tools = summary?.tools ?? [];
  if (outcome === 'run' && tools.length === 0) return <span class="soft">no tool</span>;
  const rest = tools.length - MAX_TOOLS;
  return (
    <>
      {tools.slice(0, MAX_TOOLS).map((tool, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name
            key={tool}
            text={tool}
            class={summary?.unknownTools.includes(tool) === true ? 'bad strong' : ''}
          />
        </>
      ))}
      {rest > 0 ? <span class="soft">{` and ${rest} more`}</span> : null}
    </>
  );
}

const FAULTS = [
  ['hallucinated', 'not offered'],
  ['failed', 'failed'],
  ['invalid_args', 'invalid arguments'],
  ['unparsed_args', 'arguments not JSON'],
  ['duplicate', 'repeated'],
] as const;

function Faults({
  summary: { findings },
}: {
  summary: NonNullable<ApiLiveTrace['summary']>;
}): JSX.Element {
  const words = FAULTS.flatMap(([id, text]) => {
    const count = findings[id] ?? 0;
    return count === 0 ? [] : [count === 1 ? text : `${count} ${text}`];
  });
  return <span class={words.length === 0 ? 'soft' : 'bad'}>{words.join(', ')}</span>;
}

function timeText(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
