import type { JSX } from 'preact';
import type { Unit } from '#core';
import { formatCount, formatNumber } from '#reporters';
import type { ApiEntryTrend, EntrySummary, GateSummary, MetricSummary } from '#schema';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { figureText, intervalText, needText } from '../../report/figures/figure-text.ts';
import { SparkLine } from '../chart/spark-line.tsx';
import { casesAddress, LINK_TARGET } from './addresses.ts';
import { worstOutcome } from './gate-outcome.ts';

/** The metrics of a test or an eval: value, interval with what gates need, and the course over the runs. */
export function MetricsPanel({ run, entry, trend }: MetricsParts): JSX.Element {
  const { place, name, kind, verdict, models, passing, runs, errors, metrics, suite } = entry;
  const gated = metrics.filter(({ gates }) => gates.length > 0);
  const others = metrics.filter(({ gates }) => gates.length === 0);
  const noun = kind === 'eval' ? 'case' : 'run';
  const rows = (listed: readonly MetricSummary[]): readonly JSX.Element[] =>
    listed.map((metric) => (
      <MetricRow
        key={metric.id}
        metric={metric}
        trend={trend?.metrics[metrics.indexOf(metric)] ?? []}
      />
    ));
  return (
    <Panel
      title={
        <a href={casesAddress(run, { entry: place })} target={LINK_TARGET} class="entry-name">
          <VerdictSign verdict={verdict} /> <Foreign text={name} />
        </a>
      }
      controls={
        <Dotted
          class="soft small"
          parts={[
            suite === null ? null : <Foreign text={suite} />,
            models.length === 0 ? null : <Foreign text={models.join(', ')} />,
            `${formatCount(runs, noun)}${errors === 0 ? '' : `, ${formatNumber(errors)} not measured`}`,
          ]}
        />
      }
      class="metrics-panel"
    >
      <table class="metric-table">
        <caption class="unseen">Metrics</caption>
        <thead class="unseen">
          <tr>
            {['metric', 'value', '95 % interval', 'needs', 'earlier runs'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <MetricRow
            metric={{
              id: `${noun}s that pass`,
              unit: 'ratio',
              value: passing.rate,
              interval: passing.interval,
              gates: [],
            }}
            trend={trend?.passing ?? []}
          />
          {rows(gated)}
        </tbody>
      </table>
      {others.length === 0 ? null : (
        <details class="more">
          <summary>{`${formatCount(others.length, 'metric')} without a gate`}</summary>
          <table class="metric-table">
            <caption class="unseen">Metrics without a gate</caption>
            <tbody>{rows(others)}</tbody>
          </table>
        </details>
      )}
    </Panel>
  );
}

interface MetricsParts {
  readonly run: number;
  readonly entry: EntrySummary;
  readonly trend: ApiEntryTrend | undefined;
}

function MetricRow({
  metric,
  trend,
}: {
  readonly metric: MetricSummary;
  readonly trend: readonly (number | null)[];
}): JSX.Element {
  const { id, unit, value, interval, gates } = metric;
  const whole = gates.filter(({ tool }) => tool === undefined);
  const outcome = worstOutcome(gates);
  const isOfTools = gates.length > whole.length;
  return (
    <tr>
      <th scope="row">
        <VerdictSign verdict={outcome} /> <Name text={id} />
      </th>
      {isOfTools ? (
        <td colSpan={3} class="of-tools">
          <ToolGates gates={gates} unit={unit} />
        </td>
      ) : (
        <>
          <td class={`number strong ${outcome ?? ''}`}>{figureText(value, unit)}</td>
          <td
            class="interval"
            title={interval === null ? '' : `95 % interval ${intervalText(interval, unit)}`}
          >
            <Interval metric={metric} gates={whole} />
          </td>
          <td class="soft small need">
            {whole.map((gate) => needText({ ...gate, unit })).join(', ')}
          </td>
        </>
      )}
      <td class="trend-cell">{isOfTools ? null : <Trend values={trend} unit={unit} />}</td>
    </tr>
  );
}

/** A share on its line; other figures have their interval in words. */
function Interval({
  metric,
  gates,
}: {
  readonly metric: MetricSummary;
  readonly gates: readonly GateSummary[];
}): JSX.Element | null {
  const { unit, value, interval } = metric;
  if (unit !== 'ratio' && unit !== 'percent')
    return interval === null ? null : (
      <span class="soft small">{intervalText(interval, unit)}</span>
    );
  const ratio = (each: number): number => (unit === 'percent' ? each / 100 : each);
  const needs = gates.flatMap((gate) =>
    typeof gate.value === 'number' ? [gate.value] : gate.value,
  );
  return (
    <>
      <IntervalBar
        value={value === null ? null : ratio(value)}
        interval={interval}
        ticks={needs.map(ratio)}
        max={1}
        tone={worstOutcome(gates) ?? 'plain'}
      />
      {interval === null ? null : <span class="unseen">{intervalText(interval, unit)}</span>}
    </>
  );
}

const NAMED = 3;

/** Gates on single tools: how many hold, and which do not. */
function ToolGates({
  gates,
  unit,
}: {
  readonly gates: readonly GateSummary[];
  readonly unit: Unit;
}): JSX.Element {
  const open = gates.filter(({ outcome }) => outcome !== 'pass');
  const [first] = gates;
  const more = open.length - NAMED;
  return (
    <>
      {`${formatNumber(gates.length - open.length)} of ${formatCount(gates.length, 'tool')} hold`}
      {first === undefined ? null : (
        <span class="soft small">{` ${needText({ ...first, unit })}`}</span>
      )}
      {open.length === 0 ? null : (
        <>
          {', not '}
          {open.slice(0, NAMED).map(({ tool }, i) => (
            <>
              {i === 0 ? '' : ', '}
              <Name text={tool ?? ''} />
            </>
          ))}
          {more > 0 ? ` and ${formatNumber(more)} more` : ''}
        </>
      )}
    </>
  );
}

function Trend({
  values,
  unit,
}: {
  readonly values: readonly (number | null)[];
  readonly unit: Unit;
}): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [first, last] = [known[0] ?? null, known.at(-1) ?? null];
  const words = `from ${figureText(first, unit)} to ${figureText(last, unit)} in ${formatCount(known.length, 'run')}`;
  return <SparkLine values={values} words={words} />;
}
