import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ReportEntry } from '#core';
import { formatCount, makeVisible } from '#reporters';
import type { ApiTrace } from '#schema';
import { Chip } from '../../components/chip.tsx';
import { Name } from '../../components/foreign.tsx';
import { ReadingContext, type Role, useReading } from '../../components/reading/reading.ts';
import { TallList, type TallListHandle } from '../../components/tall-list.tsx';
import { conversationOf } from '../../report/trace/conversation-of.ts';
import { titleOf } from '../../report/trace/trace-panel.tsx';
import { replaceAddress, visit } from '../address/use-address.ts';
import { TraceAside } from './trace-aside.tsx';
import { TraceBar } from './trace-bar.tsx';
import { agentsOf, nextStop, rowsOf, type Stop, textOf } from './trace-rows.ts';
import { TraceRowView } from './trace-row-view.tsx';
import { useTraceKeys } from './use-trace-keys.ts';

/** How far the bar of the trace reaches down while it is at the top. */
function coveredPx(): number {
  const bar = document.querySelector('.trace-bar');
  const top = Number.parseFloat(getComputedStyle(bar ?? document.body).top);
  const isStuck = bar !== null && getComputedStyle(bar).position === 'sticky';
  return isStuck && Number.isFinite(top)
    ? top + bar.getBoundingClientRect().height + GAP_PX
    : SPACE_PX;
}

/** What is left free below the bar. */
const GAP_PX = 12;
/** What is left free above a call where no bar covers it. */
const SPACE_PX = 96;

/** A trace as rows: what was said and every call, with keys, a search and a link to each call. */
export function TraceView({ trace, entry, query, back, base }: TraceParts): JSX.Element {
  const all = useMemo(() => rowsOf(conversationOf(entry)), [entry]);
  const agents = useMemo(() => agentsOf(all), [all]);
  const agent = query.get('agent');
  const rows = useMemo(
    () =>
      agent === null
        ? all
        : all.filter((row) => row.kind === 'call' && (row.call.requester ?? '') === agent),
    [all, agent],
  );
  const call = Number(query.get('call') ?? Number.NaN);
  const [current, setCurrent] = useState(-1);
  const control = useReading();
  const [text, setText] = useState('');
  const list = useRef<TallListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const copyButton = useRef<HTMLSpanElement>(null);
  const hits = useMemo(() => findRows(rows, text), [rows, text]);
  const hrefOf = (number: number): string => `${base}&${agentPart(agent)}call=${number}`;
  useEffect(() => {
    document.title = `${makeVisible(titleOf(entry))} · trace · whichtool`;
  }, [entry]);
  // The address names a call: after a link, a reload or the back button.
  useEffect(() => {
    const row = rows.findIndex((each) => each.kind === 'call' && each.number === call);
    if (row === current) return;
    setCurrent(row);
    if (row >= 0) list.current?.show(row);
  }, [call, rows]);
  const show = (row: number): void => {
    setCurrent(row);
    list.current?.show(row);
    const shown = rows[row];
    if (shown?.kind === 'call' && shown.number !== null) replaceAddress(hrefOf(shown.number));
  };
  const go = (by: 1 | -1, stop: Stop): boolean => {
    const row = nextStop(rows, current, by, stop);
    if (row !== null) show(row);
    return row !== null;
  };
  const search = (by: 1 | -1): boolean => {
    const next =
      by === 1
        ? (hits.find((row) => row > current) ?? hits[0])
        : (hits.findLast((row) => row < current) ?? hits.at(-1));
    if (next !== undefined) show(next);
    return true;
  };
  useTraceKeys({
    go,
    search,
    field,
    fold: control.toggleFold,
    raw: control.toggleRaw,
    copy: () => copyButton.current?.querySelector('button')?.click(),
    close: () => visit(back),
  });
  const roles = useMemo(
    () => [...new Set(all.flatMap((row): Role[] => (row.kind === 'said' ? [row.role] : [])))],
    [all],
  );
  const calls = all.filter((row) => row.kind === 'call' && row.number !== null).length;
  return (
    <ReadingContext.Provider value={control.reading}>
      <main class="page trace-page">
        <TraceBar
          entry={entry}
          trace={trace}
          back={back}
          calls={calls}
          control={control}
          roles={roles}
          text={text}
          hits={hits}
          current={current}
          onSearch={setText}
          onNext={() => search(1)}
          field={field}
          copyButton={copyButton}
        />
        <section class="panel trace-rows" aria-label="Conversation">
          {agents.length < 2 ? null : (
            <div class="chips" role="group" aria-label="Agents">
              <Chip isOn={agent === null} href={base}>
                All
              </Chip>
              {agents.map((each) => (
                <Chip
                  key={each ?? ''}
                  isOn={agent === (each ?? '')}
                  href={`${base}&agent=${encodeURIComponent(each ?? '')}`}
                >
                  {each === null ? 'the agent itself' : <Name text={each} />}
                </Chip>
              ))}
            </div>
          )}
          {rows.length === 0 ? (
            <p class="soft">The report has no texts of this run.</p>
          ) : (
            <TallList
              key={agent ?? 'all'}
              count={rows.length}
              label={formatCount(rows.length, 'row')}
              handle={list}
              coveredPx={coveredPx}
              row={(i) => {
                const row = rows[i];
                return row === undefined ? (
                  <></>
                ) : (
                  <TraceRowView
                    row={row}
                    isCurrent={i === current}
                    href={row.kind === 'call' && row.number !== null ? hrefOf(row.number) : null}
                    onChoose={() => setCurrent(i)}
                  />
                );
              }}
            />
          )}
        </section>
        <TraceAside entry={entry} trace={trace} />
      </main>
    </ReadingContext.Provider>
  );
}

interface TraceParts {
  readonly trace: ApiTrace;
  /** The entry with the evidence that is shown. */
  readonly entry: ReportEntry;
  readonly query: URLSearchParams;
  /** The address of the run with this case. */
  readonly back: string;
  /** The address of this trace without a call. */
  readonly base: string;
}

function agentPart(agent: string | null): string {
  return agent === null ? '' : `agent=${encodeURIComponent(agent)}&`;
}

function findRows(rows: Parameters<typeof nextStop>[0], text: string): readonly number[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  return rows.flatMap((row, i) => {
    const content = textOf(row);
    return terms.every((term) => content.includes(term)) ? [i] : [];
  });
}
