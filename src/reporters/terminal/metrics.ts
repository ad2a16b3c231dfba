import type { EvalReport, GateReport, Interval, ScoreReport, TestReport, Unit } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { gateNote } from '../wording/gate-note.ts';
import { partGates } from '../wording/judged.ts';
import { formatCount, formatInterval, formatValue } from '../wording/value.ts';
import { innerWidth, type Page } from './block.ts';
import { formatNote, gateRow } from './gates.ts';
import { formatJudged } from './judged.ts';
import { alignRows, type Cell } from './layout.ts';
import { wrapToWidth } from './width.ts';

const METRIC_LENGTH = 60;
const ROWS_SHOWN = 60;

/** Every metric, those with a gate first; what a model may have decided stands apart. */
export function formatMetrics(measured: EvalReport | TestReport, page: Page): string[] {
  const { deterministic, judged } = partGates(measured.gates);
  const parts = [
    partOf(measured, deterministic, false, page),
    partOf(measured, judged, true, page),
  ];
  const [first, second] = parts as [Part, Part];
  const aligned = alignRows(
    parts.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
    innerWidth(page),
  );
  const plain = formatPart(first, aligned.slice(0, first.rows.length), page);
  const apart = formatPart(second, aligned.slice(first.rows.length), page);
  const group = formatJudged(measured, apart, page);
  return plain.length > 0 && group.length > 0 ? [...plain, '', ...group] : [...plain, ...group];
}

/** Gates and metrics of one kind, and the metrics that are not measured for the same reason. */
interface Part {
  readonly rows: readonly Row[];
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

function partOf(
  measured: EvalReport | TestReport,
  gates: readonly GateReport[],
  isJudged: boolean,
  page: Page,
): Part {
  const metrics = measured.scores
    .filter((score) => score.judged === isJudged)
    .flatMap((score) => metricRows(score, gatedMetrics(measured), page));
  const groups = groupUnmeasured(metrics);
  const gateRows = gates
    .toSorted((a, b) => Number(a.pass) - Number(b.pass))
    .map((gate) => ({ cells: gateRow(gate, measured.scores, page), note: gateNote(gate) }));
  return { rows: [...gateRows, ...metrics.filter((row) => !groups.has(row.note))], groups };
}

function gatedMetrics({ gates }: EvalReport | TestReport): ReadonlySet<string> {
  return new Set(gates.map((gate) => gate.metric));
}

function formatPart({ rows, groups }: Part, aligned: readonly string[][], page: Page): string[] {
  const lines = rows
    .slice(0, ROWS_SHOWN)
    .flatMap(({ note }, i) => [...(aligned[i] ?? []), ...formatNote(note, page)]);
  const more = rows.length - ROWS_SHOWN;
  if (more > 0) lines.push(page.theme.bold(`and ${formatCount(more, 'more metric')}`));
  for (const [note, names] of groups) {
    lines.push(...wrapToWidth(`· not measured: ${names.join(', ')}`, innerWidth(page), '  '));
    lines.push(...formatNote(note, page));
  }
  return lines;
}

/** The names of metrics that are not measured for one and the same reason, by the reason. */
function groupUnmeasured(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { note, name = '' } of rows) {
    if (note !== '') groups.set(note, [...(groups.get(note) ?? []), name]);
  }
  return new Map([...groups].filter(([, names]) => names.length > 1));
}

/** A line of the table, and what stands under it. */
interface Row {
  readonly cells: Cell[];
  readonly note: string;
  /** The metric; absent of a gate. */
  readonly name?: string;
}

function metricRows(score: ScoreReport, gated: ReadonlySet<string>, page: Page): Row[] {
  const rows: Row[] = [];
  for (const [metric, value] of Object.entries(score.metrics)) {
    if (gated.has(metric)) continue;
    // The failure modes that occur are listed below the matrix; each share repeats its count.
    if (score.scorer === 'failure_modes' && (value === 0 || metric.endsWith('.rate'))) continue;
    const unit: Unit = own(score.units, metric) ?? 'mean';
    const interval: Interval | undefined = own(score.intervals, metric);
    const shown = interval === undefined ? '' : `95 % interval ${formatInterval(interval, unit)}`;
    const role = score.purpose === 'qa' ? 'never gates' : '';
    const note = own(score.notMeasured ?? {}, metric) ?? '';
    // Once for all metrics of a scorer; those with a note may be shown together.
    const isNamed = note === '' && rows.every((row) => row.note !== '');
    const name = isNamed ? makeVisible(clip(score.displayName ?? '', METRIC_LENGTH)) : '';
    const shownAs = makeVisible(clip(metric, METRIC_LENGTH));
    const cells = [
      { text: `· ${shownAs}` },
      { text: formatValue(value, unit) },
      { text: [name, role, shown].filter((part) => part !== '').join(', '), paint: page.theme.dim },
    ];
    rows.push({ cells, note, name: shownAs });
  }
  return rows;
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
