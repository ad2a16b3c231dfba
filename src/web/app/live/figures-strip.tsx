import type { JSX } from 'preact';
import { formatCount, formatNumber } from '#reporters';
import type { ApiLive, ApiLiveCounters, ApiLiveRates } from '#schema';
import { Name } from '../../components/foreign.tsx';

/** The figures of the last minutes in one line. */
export function FiguresStrip({ rates, counters }: StripParts): JSX.Element {
  const minutes = minutesOf(rates);
  const scored = Object.values(rates.verdicts).reduce((sum, count) => sum + count, 0);
  return (
    <dl class="live-figures" aria-label={`Figures of the last ${minutes} minutes`}>
      <Figure name="Runs per second" value={rateText(rates.runsPerSecond)} />
      <Figure name="Spans per second" value={rateText(rates.spansPerSecond)} />
      <Figure name={`Runs in ${minutes} min`} value={formatNumber(rates.runs)} />
      <Figure name="Runs that pass" value={shareText(rates.verdicts.pass, scored)} />
      <Figure name="With a failed call" value={shareText(rates.failed, rates.withCalls)} />
      <Figure name="With an unknown tool" value={shareText(rates.hallucinated, rates.withOffers)} />
      <Figure name="Stored" value={storedText(counters)} />
    </dl>
  );
}

interface StripParts {
  readonly rates: ApiLiveRates;
  readonly counters: ApiLiveCounters;
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Less than five where more runs arrive than are counted. */
function minutesOf({ seconds }: ApiLiveRates): number {
  return Number((seconds / 60).toFixed(1));
}

/** On a narrow page the list comes first. */
const NARROW_PX = 900;

/** The shares of tools among the runs of the last minutes, and names that no one offered. */
export function ToolShares({ rates, hrefOf }: SharesParts): JSX.Element | null {
  const { tools, unknownTools, runs } = rates;
  if (tools.length === 0) return null;
  const unknown = new Set(unknownTools.map(([name]) => name));
  return (
    <details class="panel" open={innerWidth > NARROW_PX}>
      <summary>
        Tools{' '}
        <span class="soft small">{`in ${formatCount(runs, 'run')} of ${minutesOf(rates)} min`}</span>
      </summary>
      <ul class="live-tools">
        {tools.map(([tool, count]) => (
          <li key={tool}>
            <a href={hrefOf(tool)} class="cut">
              <Name text={tool} class={unknown.has(tool) ? 'bad' : ''} />
            </a>
            <span class="live-bar" aria-hidden="true">
              <i style={{ width: `${(100 * count) / Math.max(1, runs)}%` }} />
            </span>
            <span class="small">{shareText(count, runs)}</span>
            {unknown.has(tool) ? <span class="small bad">not offered</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface SharesParts {
  readonly rates: ApiLiveRates;
  readonly hrefOf: (tool: string) => string;
}

/** What came and what became of it, for those who look for something that is missing. */
export function CountersLine({ counters, retention }: CountersParts): JSX.Element {
  const { spans, logs, rejected, refused, pruned, damaged, traces } = counters;
  const parts = [
    `${formatCount(spans, 'span')} and ${formatCount(logs, 'log record')} received since the start`,
    `${formatNumber(traces.run)} assembled`,
    `${formatNumber(traces.unreadable)} unreadable`,
    `${formatNumber(traces.other)} without a run`,
    `${formatNumber(traces.open)} open`,
    `${formatNumber(rejected)} without a trace id`,
    `${formatCount(refused, 'request')} refused`,
    `${formatCount(pruned, 'trace')} deleted by age or size`,
    ...(damaged === 0 ? [] : [formatCount(damaged, 'damaged line')]),
  ];
  const megabytes = formatNumber(Math.round(retention.bytes / 1e6));
  return (
    <div class="soft small">
      <p>{parts.join(' · ')}</p>
      <p>{`Traces are kept for ${formatCount(retention.days, 'day')} and up to ${megabytes} MB.`}</p>
    </div>
  );
}

type CountersParts = Pick<ApiLive, 'counters' | 'retention'>;

function rateText(rate: number): string {
  return rate >= 10 ? formatNumber(Math.round(rate)) : rate.toFixed(1);
}

/** A share of nothing is not 0 %. */
function shareText(count: number, all: number): string {
  return all === 0 ? '–' : `${((100 * count) / all).toFixed(1)} %`;
}

function storedText({ traces, bytes }: ApiLiveCounters): string {
  const all = traces.open + traces.run + traces.other + traces.unreadable;
  return `${formatNumber(all)} in ${Math.ceil(bytes / 1e6)} MB`;
}
