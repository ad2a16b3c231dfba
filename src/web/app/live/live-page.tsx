import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { formatCount } from '#reporters';
import type { ApiLive, ApiLiveTrace } from '#schema';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { useKeys } from '../../components/keys.ts';
import { SearchField } from '../../components/search-field.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { visit } from '../address/use-address.ts';
import { useApi } from '../data/use-api.ts';
import { Await, Empty } from '../frame/states.tsx';
import type { ViewParts } from '../frame/view.ts';
import { CountersLine, FiguresStrip, ToolShares } from './figures-strip.tsx';
import { GatesSummary } from './gates-summary.tsx';
import { readLiveFilter } from './live-filter.ts';
import { OpenedTrace } from './opened-trace.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { SendingHelp } from './sending-panel.tsx';
import { SuiteChoice } from './suite-choice.tsx';
import { TraceRow } from './trace-row.tsx';
import { type LiveFeed, useLive } from './use-live.ts';

/** The traces that arrive, the newest first. */
export function LivePage({ query }: ViewParts): JSX.Element {
  const facts = useApi<ApiLive>('live');
  return (
    <main class="view live">
      <h1>Live</h1>
      <Await loaded={facts} what="the live traces">
        {(about) => <LiveView about={about} query={query} />}
      </Await>
    </main>
  );
}

interface LiveParts {
  readonly about: ApiLive;
  readonly query: URLSearchParams;
}

function LiveView({ about, query }: LiveParts): JSX.Element {
  const [isPaused, setPaused] = useState(false);
  const filterText = ['show', 'tool', 'text'].map((name) => query.get(name) ?? '').join('\n');
  const filter = useMemo(() => readLiveFilter(query), [filterText]);
  const feed = useLive(filter, isPaused);
  const { counters, rates } = feed.figures ?? about;
  const hasTraces = Object.values(counters.traces).some((count) => count > 0);
  const isFiltered = filterText.trim() !== '';
  if (!hasTraces && !isFiltered && (feed.list?.items.length ?? 0) === 0)
    return (
      <Empty title="No trace has arrived yet.">
        <p>
          <SuiteChoice {...about} />
        </p>
        <SendingHelp environment={about.environment} />
      </Empty>
    );
  return (
    <>
      <FiguresStrip rates={rates} counters={counters} />
      <Filters query={query} about={about} feed={feed} isPaused={isPaused} onPause={setPaused} />
      {feed.fault === null ? null : (
        <p class="bad" role="alert">
          <Foreign text={feed.fault} />
        </p>
      )}
      <Traces
        feed={feed}
        query={query}
        beside={
          <aside class="live-aside" aria-label="About what arrives">
            <ToolShares rates={rates} hrefOf={(tool) => hrefWith(query, { tool, trace: null })} />
            <Gates />
            <details class="panel">
              <summary>Labelling queue</summary>
              <QueuePanel {...about} />
            </details>
            <details class="panel">
              <summary>Send traces here</summary>
              <SendingHelp environment={about.environment} />
            </details>
            <CountersLine counters={counters} retention={about.retention} />
          </aside>
        }
      />
    </>
  );
}

/** Read when it is opened: summing hundreds of runs takes a moment. */
function Gates(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Gates over the newest runs</summary>
      {isOpen ? <GatesSummary /> : null}
    </details>
  );
}

const CHOICES = [
  ['', 'All'],
  ['fail', 'Fail'],
  ['pass', 'Pass'],
  ['error', 'Not measured'],
  ['inconclusive', 'Inconclusive'],
  ['unreadable', 'Unreadable'],
  ['open', 'Open'],
  ['other', 'Not runs'],
] as const;

function Filters({ query, about, feed, isPaused, onPause }: FilterParts): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const { traces, verdicts } = (feed.figures ?? about).counters;
  const all = traces.open + traces.run + traces.other + traces.unreadable;
  const countOf = (value: string): number =>
    value === '' ? all : (({ ...traces, ...verdicts } as Record<string, number>)[value] ?? 0);
  const shown = query.get('show') ?? '';
  const tool = query.get('tool');
  useKeys([
    { keys: ['/'], words: 'search the traces', run: () => field.current?.focus() },
    { keys: ['p'], words: 'pause or go on', run: () => onPause(!isPaused) },
  ]);
  const choices = CHOICES.filter(
    ([value]) => value === '' || value === shown || countOf(value) > 0,
  );
  return (
    <div class="live-filters">
      <nav class="chips" aria-label="Which traces">
        {choices.map(([value, words]) => (
          <Chip
            key={value}
            isOn={value === shown}
            count={countOf(value)}
            href={hrefWith(query, { show: value || null, trace: null })}
          >
            {words}
          </Chip>
        ))}
        {tool === null ? null : (
          <Chip isOn href={hrefWith(query, { tool: null })}>
            tool <Name text={tool} /> ✕
          </Chip>
        )}
      </nav>
      <SearchField
        label="Search questions, tools and ids"
        value={query.get('text') ?? ''}
        onInput={(text) => visit(hrefWith(query, { text: text || null }))}
        fieldRef={field}
        shortcut="/"
      />
      <Button onClick={() => onPause(!isPaused)} aria-pressed={isPaused} shortcut="p">
        {isPaused
          ? `Paused${feed.held === 0 ? '' : `, ${formatCount(feed.held, 'change')}`}`
          : 'Pause'}
      </Button>
      <SuiteChoice {...about} />
    </div>
  );
}

interface FilterParts extends LiveParts {
  readonly feed: LiveFeed;
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
}

function Traces({ feed, query, beside }: TracesParts): JSX.Element {
  const items = feed.list?.items ?? [];
  const opened = query.get('trace');
  const current = items.findIndex(({ id }) => id === opened);
  const [isFollowed, setFollowed] = useState(false);
  const open = (place: number): boolean => {
    const trace = items[place];
    if (trace === undefined) return false;
    setFollowed(true);
    visit(hrefWith(query, { trace: trace.id }));
    return true;
  };
  useKeys([
    { keys: ['j', 'ArrowDown'], words: 'open the next trace', run: () => open(current + 1) },
    { keys: ['k', 'ArrowUp'], words: 'open the trace before', run: () => open(current - 1) },
    {
      keys: ['Escape'],
      words: 'close the trace',
      run: () => (opened === null ? false : visit(hrefWith(query, { trace: null }))),
    },
  ]);
  const row = (place: number): JSX.Element => {
    const trace = items[place] as ApiLiveTrace;
    const href = hrefWith(query, { trace: trace.id });
    return <TraceRow trace={trace} href={href} isCurrent={trace.id === opened} />;
  };
  return (
    <div class={opened === null ? 'live-body' : 'live-body split'}>
      {opened === null ? beside : null}
      <div class="live-list">
        {feed.list !== null && items.length === 0 ? (
          <p class="soft">
            {feed.list.next === null ? 'No trace fits.' : 'None of the newest traces fits.'}
          </p>
        ) : (
          <VirtualList
            count={items.length}
            label="Traces, the newest first"
            row={row}
            current={current === -1 ? null : current}
            isFollowed={isFollowed}
          />
        )}
        {feed.list?.next == null ? null : <Button onClick={feed.loadOlder}>Older traces</Button>}
      </div>
      {opened === null ? null : (
        <OpenedTrace
          id={opened}
          change={items[current]?.change ?? 0}
          backHref={hrefWith(query, { trace: null })}
        />
      )}
    </div>
  );
}

interface TracesParts {
  readonly feed: LiveFeed;
  readonly query: URLSearchParams;
  /** What is beside the list while no trace is opened. */
  readonly beside: JSX.Element;
}

/** The address with some parts of the query changed. */
function hrefWith(
  query: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === '' ? '/live' : `/live?${text}`;
}
