import type { GateReport, ScoreReport } from '#core';
import { GLYPHS } from '../verdicts.ts';
import { type Child, code, data, el } from './dom.ts';
import {
  formatNumber,
  formatInterval,
  formatValue,
  formatNeed,
  formatCount,
} from '../../values/value.ts';
import { runLabel } from './run-label.ts';
import { table } from './section.ts';

/** A scorer's metrics, and under them its lowest run, its vacuous ones and its tally. */
export function metricsBlock(score: ScoreReport, gates: readonly GateReport[]): HTMLElement {
  return el('div', 'block', el('h4', '', 'Metrics'), metricsTable(score, gates), facts(score));
}

/** Metrics with their intervals and the gates on them; columns that would be empty are left out. */
function metricsTable(score: ScoreReport, gates: readonly GateReport[]): HTMLElement | null {
  const metrics = Object.entries(score.metrics);
  if (metrics.length === 0) return null;
  const units = new Map(Object.entries(score.units));
  const intervals = new Map(Object.entries(score.intervals));
  const gatesOf = (metric: string): readonly GateReport[] =>
    gates.filter((gate) => gate.metric === metric);
  const hasGates = metrics.some(([metric]) => gatesOf(metric).length > 0);
  const rows = metrics.map(([metric, value]) => {
    const unit = units.get(metric) ?? 'mean';
    const row: Child[] = [code(metric), formatValue(value, unit)];
    const interval = intervals.get(metric);
    if (intervals.size > 0) {
      row.push(interval === undefined ? null : formatInterval(interval, unit));
    }
    const marks = gatesOf(metric).map(gateMark);
    if (hasGates) row.push(marks.length === 0 ? null : el('span', 'gate-marks', ...marks));
    return row;
  });
  const columns = ['Metric', '#Value'];
  if (intervals.size > 0) columns.push('#95 % interval');
  if (hasGates) columns.push('Gate');
  return table('folds metrics', 'Metrics', columns, rows);
}

function gateMark({ op, value, unit, outcome }: GateReport): HTMLElement {
  return el('span', `ink-${outcome}`, `${GLYPHS[outcome]} ${formatNeed({ op, value, unit })}`);
}

function facts({ worst, vacuousRuns, tally, units, notMeasured }: ScoreReport): HTMLElement {
  return el(
    'p',
    'facts',
    ...unmeasured(notMeasured ?? {}),
    worst === null ? null : lowest(worst, new Map(Object.entries(units))),
    vacuousRuns === 0
      ? null
      : el(
          'span',
          'part',
          `${formatCount(vacuousRuns, 'vacuous run')}: nothing expected, nothing called`,
        ),
    tallyText(Object.entries(tally)),
  );
}

/** Each reason once, with the metrics that have no value for it. */
function unmeasured(reasons: NonNullable<ScoreReport['notMeasured']>): readonly HTMLElement[] {
  const metrics = new Map<string, string[]>();
  for (const [metric, reason] of Object.entries(reasons))
    metrics.set(reason, [...(metrics.get(reason) ?? []), metric]);
  return [...metrics].map(([reason, names]) => {
    const listed = names.flatMap((name, i): Child[] => [i === 0 ? null : ', ', code(name)]);
    return el('span', 'part', ...listed, ' not measured: ', data(reason));
  });
}

function lowest(
  worst: NonNullable<ScoreReport['worst']>,
  units: ReadonlyMap<string, ScoreReport['units'][string]>,
): HTMLElement {
  const value = formatValue(worst.value, units.get(worst.metric) ?? 'mean');
  return el('span', 'part', 'Lowest: ', runLabel(worst), ' with ', code(worst.metric), ` ${value}`);
}

function tallyText(counts: readonly (readonly [string, number])[]): HTMLElement | null {
  if (counts.length === 0) return null;
  const parts = counts.flatMap(([name, count], place): Child[] => [
    place === 0 ? 'Tally: ' : ', ',
    code(name),
    ` ${formatNumber(count)}`,
  ]);
  return el('span', 'part', ...parts);
}
