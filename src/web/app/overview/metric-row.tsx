import type { ComponentChildren, JSX } from 'preact';
import type { Unit } from '#core';
import { formatCount, formatInterval, formatNeed, formatNumber, formatValue } from '#reporters';
import type { EntrySummary, GateSummary, MetricSummary } from '#schema';
import { Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Trend } from '../chart/trend.tsx';
import { worstOutcome } from './gate-outcome.ts';

type Values = readonly (number | null)[];

/** The share of cases or runs that pass alone. */
export function PassingRow({
  entry,
  trend,
}: {
  readonly entry: EntrySummary;
  readonly trend: Values;
}): JSX.Element {
  const { kind, passing } = entry;
  const words = kind === 'eval' ? 'cases that pass' : 'runs that pass';
  const metric: MetricSummary = {
    id: words,
    unit: 'ratio',
    value: passing.rate,
    interval: passing.interval,
    gates: [],
  };
  return <Row metric={metric} trend={trend} title={words} />;
}

/** A metric: value, interval with what gates need as ticks, and the course over the runs. */
export function MetricRow({
  metric,
  trend,
}: {
  readonly metric: MetricSummary;
  readonly trend: Values;
}): JSX.Element {
  const { id, unit, gates } = metric;
  if (gates.every(({ tool }) => tool === undefined))
    return <Row metric={metric} trend={trend} title={<Name text={id} />} />;
  return (
    <tr>
      <th scope="row">
        <VerdictSign verdict={worstOutcome(gates)} /> <Name text={id} />
      </th>
      <td colSpan={5} class="of-tools">
        <ToolGates gates={gates} unit={unit} />
      </td>
    </tr>
  );
}

function Row({
  metric: { unit, value, interval, gates },
  trend,
  title,
}: {
  readonly metric: MetricSummary;
  readonly trend: Values;
  readonly title: ComponentChildren;
}): JSX.Element {
  const outcome = worstOutcome(gates);
  return (
    <tr>
      <th scope="row">
        <VerdictSign verdict={outcome} /> {title}
      </th>
      <td class={`number strong ${outcome ?? ''}`}>{formatValue(value, unit)}</td>
      <td class="interval">
        {unit === 'ratio' || unit === 'percent' ? (
          <IntervalBar
            value={value === null ? null : ratioOf(value, unit)}
            interval={interval}
            ticks={needsOf(gates).map((need) => ratioOf(need, unit))}
            max={1}
            tone={outcome ?? 'plain'}
          />
        ) : null}
      </td>
      <td class="soft small bounds">{interval === null ? null : formatInterval(interval, unit)}</td>
      <td class="soft small need">
        {gates.map((gate) => formatNeed({ ...gate, unit })).join(', ')}
      </td>
      <td class="trend-cell">
        <Trend values={trend} unit={unit} />
      </td>
    </tr>
  );
}

function ratioOf(value: number, unit: Unit): number {
  return unit === 'percent' ? value / 100 : value;
}

function needsOf(gates: readonly GateSummary[]): readonly number[] {
  return gates.flatMap(({ value }) => (typeof value === 'number' ? [value] : value));
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
        <span class="soft small">{` ${formatNeed({ ...first, unit })}`}</span>
      )}
      {open.length === 0 ? null : ', not '}
      {open.slice(0, NAMED).map(({ tool = '' }, i) => (
        <>
          {i === 0 ? '' : ', '}
          <Name text={tool} />
        </>
      ))}
      {more > 0 ? ` and ${formatNumber(more)} more` : ''}
    </>
  );
}
