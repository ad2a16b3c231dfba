import type { EvalReport, Interval, ScoreReport, Unit } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { formatCount, formatInterval, formatValue } from '../wording/value.ts';
import { formatHeading, innerWidth, type Page, withGutter } from './block.ts';
import { formatFindings, formatUnmeasured } from './evidence.ts';
import { formatNote, gateRow } from './gates.ts';
import { alignRows, type Cell, wrapParts } from './layout.ts';
import { wrapToWidth } from './width.ts';

const CASES_SHOWN = 10;
const METRIC_LENGTH = 60;
const ROWS_SHOWN = 60;

/** An eval: every metric with its gate, then what went wrong. Shown also when it passed, for the numbers are the point. */
export function formatEvalBlock(measured: EvalReport, page: Page): string[] {
  const failed = measured.verdict !== 'pass';
  const evidence = [
    ...(failed ? formatFindings(measured, page) : []),
    ...formatFailingCases(measured, page),
    ...formatUnmeasured(measured, page),
  ];
  const body = [
    ...formatMetrics(measured, page),
    ...(evidence.length > 0 ? ['', ...evidence] : []),
  ];
  return [
    ...formatHeading(measured, page),
    ...withGutter(body, page.theme.verdict[measured.verdict]),
  ];
}

function formatMetrics(measured: EvalReport, page: Page): string[] {
  const gates = measured.gates.toSorted((a, b) => Number(a.pass) - Number(b.pass));
  const gated = new Set(gates.map((gate) => gate.metric));
  const judgedLast = measured.scores.toSorted((a, b) => Number(a.judged) - Number(b.judged));
  const rows = [
    ...gates.map((gate) => gateRow(gate, page)),
    ...judgedLast.flatMap((score) => metricRows(score, gated, page)),
  ];
  const lines = wrapParts(passingParts(measured), innerWidth(page), '');
  const aligned = alignRows(rows.slice(0, ROWS_SHOWN), innerWidth(page));
  for (const [index, row] of aligned.entries()) {
    const gate = gates[index];
    lines.push(...row, ...(gate === undefined ? [] : formatNote(gate, page)));
  }
  const more = rows.length - ROWS_SHOWN;
  if (more > 0) lines.push(page.theme.bold(`and ${formatCount(more, 'more metric')}`));
  return lines;
}

function passingParts(measured: EvalReport): string[] {
  const { k, n, interval } = measured.passing;
  const parts = [`${k} of ${n} measured cases pass`];
  if (interval !== null) parts.push(`95 % interval ${formatInterval(interval, 'ratio')}`);
  const vacuous = Math.max(0, ...measured.scores.map((score) => score.vacuousRuns));
  if (measured.gates.length === 0) parts.push('no gate: set one with expect:');
  if (vacuous > 0) parts.push(`${formatCount(vacuous, 'case')} with nothing expected or called`);
  return parts;
}

function metricRows(score: ScoreReport, gated: ReadonlySet<string>, page: Page): Cell[][] {
  const rows: Cell[][] = [];
  for (const [metric, value] of Object.entries(score.metrics)) {
    if (gated.has(metric)) continue;
    const unit: Unit = own(score.units, metric) ?? 'mean';
    const interval: Interval | undefined = own(score.intervals, metric);
    const shown = interval === undefined ? '' : `95 % interval ${formatInterval(interval, unit)}`;
    const role = score.judged ? 'judged' : score.purpose === 'qa' ? 'never gates' : '';
    rows.push([
      { text: `· ${makeVisible(clip(metric, METRIC_LENGTH))}` },
      { text: formatValue(value, unit) },
      { text: [role, shown].filter((part) => part !== '').join(', '), paint: page.theme.dim },
    ]);
  }
  return rows;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function formatFailingCases(measured: EvalReport, page: Page): string[] {
  const failing = measured.cases.filter((each) => each.verdict === 'fail');
  if (failing.length === 0) return [];
  const ids = failing.slice(0, CASES_SHOWN).map((each) => makeVisible(clip(each.id, 80)));
  const more = failing.length > CASES_SHOWN ? `, and ${failing.length - CASES_SHOWN} more` : '';
  const text = `${formatCount(failing.length, 'failing case')}: ${ids.join(', ')}${more}`;
  return wrapToWidth(text, innerWidth(page));
}
