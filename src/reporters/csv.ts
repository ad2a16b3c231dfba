import type { CaseReport, EvalReport, GateReport, TestReport, Unit, Verdict } from '#core';
import { type EvidenceColumns, evidenceColumns } from './cases/evidence-columns.ts';
import { csvText } from './escape/csv.ts';
import { labelledRows } from './labelled-rows.ts';
import type { Reporter } from './reporter.ts';

const COLUMNS = [
  'kind',
  'name',
  'scorer',
  'key',
  'metric',
  'unit',
  'observed',
  'op',
  'value',
  'value_to',
  'outcome',
  'source',
  'interval_low',
  'interval_high',
  'verdict',
  'runs',
  'errors',
  'suite_file',
  'suite_line',
  'tool',
  'called',
  'display_name',
  'judged',
] as const;

/** Columns of runs and cases: `called` has a column of its own before these. */
const CASE_COLUMNS = ['case', 'where', 'question', 'expected', 'answer', 'model'] as const;

/** Columns of reports with a gate on a corrected share: what people would say, and its 95 % limits. */
const CORRECTED = ['corrected', 'corrected_low', 'corrected_high'] as const;

/**
 * A table for spreadsheets: one row per test (or eval) and metric, one more for each further gate on the metric, then
 * one per listed run or case with its evidence.
 * Lines end with LF, not the CRLF of RFC 4180: every reader takes it, the bytes suit line tools and diffs, and no
 * last column ends in a carriage return.
 */
export const csv: Reporter = function* csv(report) {
  const { tests, evals } = report;
  const isCorrected = [...tests, ...evals].some(({ gates }) =>
    gates.some(({ corrected }) => corrected !== undefined),
  );
  const corrected = isCorrected ? CORRECTED : [];
  yield `${[...COLUMNS, ...corrected, ...CASE_COLUMNS].join(',')}\n`;
  const format = (kind: string, measured: TestReport | EvalReport, row: Row): string =>
    `${[...cellsOf(kind, measured, row), ...(isCorrected ? correctedCells(row) : []), ...caseCells(row)].join(',')}\n`;
  for (const test of tests) {
    for (const row of collectRows(test)) yield format('test', test, row);
    for (const { run, ...listed } of test.listedRuns ?? [])
      yield format('run', test, caseRow({ ...listed, id: String(run) }));
  }
  for (const each of evals) {
    for (const row of collectRows(each)) yield format('eval', each, row);
    for (const row of tagRows(each)) yield format('eval', each, row);
    for (const row of labelledRows(each)) yield format('eval', each, { ...EMPTY, ...row });
    for (const listed of each.cases)
      if (listed.evidence !== undefined) yield format('case', each, caseRow(listed));
  }
};

interface Row {
  readonly scorer: string;
  readonly key: string | null;
  readonly metric: string;
  readonly unit: Unit | undefined;
  readonly observed: number | null;
  readonly interval: readonly [number, number] | null;
  readonly gate: GateReport | null;
  readonly tool?: string;
  readonly called?: string;
  readonly displayName?: string | null;
  readonly judged?: boolean;
  /** Of a run or a case: its number or id, and its verdict. */
  readonly id?: string;
  readonly verdict?: Verdict;
  readonly case?: EvidenceColumns;
}

const EMPTY: Row = {
  scorer: '',
  key: null,
  metric: '',
  unit: undefined,
  observed: null,
  interval: null,
  gate: null,
};

function collectRows(measured: TestReport | EvalReport): Row[] {
  const gates = groupByMetric(measured.gates);
  const rows: Row[] = [];
  for (const { scorer, key, metrics, units, intervals, displayName, judged } of measured.scores) {
    for (const [metric, observed] of Object.entries(metrics)) {
      const unit = Object.hasOwn(units, metric) ? units[metric] : undefined;
      const interval = (Object.hasOwn(intervals, metric) ? intervals[metric] : undefined) ?? null;
      const shown = { scorer, key, metric, unit, observed, interval, displayName, judged };
      const row: Row = { ...shown, gate: null };
      const own = gates.get(metric);
      gates.delete(metric);
      if (own === undefined) rows.push(row);
      // A gate may be decided by what a figure is at least, where the figure is not known.
      else for (const gate of own) rows.push({ ...row, observed: observed ?? gate.observed, gate });
    }
  }
  // Gates on what no score measured still have to be seen; so does a test that has nothing at all.
  for (const gate of [...gates.values()].flat()) rows.push(rowOfGate(gate));
  return rows.length === 0 ? [EMPTY] : rows;
}

/** Every figure of every tag, as `tag.<name>.<metric>`. */
function tagRows({ perTag = [] }: EvalReport): readonly Row[] {
  return perTag.flatMap(({ tag, scores }) =>
    scores.flatMap(({ scorer, key, metrics, units, intervals }) =>
      Object.entries(metrics).map(([metric, observed]) => ({
        ...EMPTY,
        scorer,
        key,
        observed,
        metric: `tag.${tag}.${metric}`,
        unit: Object.hasOwn(units, metric) ? units[metric] : undefined,
        interval: (Object.hasOwn(intervals, metric) ? intervals[metric] : undefined) ?? null,
      })),
    ),
  );
}

function groupByMetric(gates: readonly GateReport[]): Map<string, GateReport[]> {
  const groups = new Map<string, GateReport[]>();
  for (const gate of gates) {
    const group = groups.get(gate.metric);
    if (group === undefined) groups.set(gate.metric, [gate]);
    else group.push(gate);
  }
  return groups;
}

function rowOfGate(gate: GateReport): Row {
  const { metric, unit, observed, interval } = gate;
  return { ...EMPTY, metric, unit, observed, interval, gate };
}

function cellsOf(kind: string, measured: TestReport | EvalReport, row: Row): readonly string[] {
  const { gate } = row;
  const [value, valueTo] =
    gate === null ? [] : typeof gate.value === 'number' ? [gate.value] : gate.value;
  return [
    kind,
    csvText(measured.name),
    csvText(row.scorer),
    csvText(row.key ?? ''),
    csvText(row.metric),
    row.unit ?? '',
    row.metric === '' ? '' : (row.observed?.toString() ?? 'not measured'),
    // Neutralised like other text: a spreadsheet would take `==` for a formula.
    csvText(gate?.op ?? ''),
    number(value),
    number(valueTo),
    gate?.outcome ?? '',
    gate?.source ?? '',
    number(row.interval?.[0]),
    number(row.interval?.[1]),
    row.verdict ?? measured.verdict,
    ...(row.id === undefined ? [number(measured.runs), number(measured.errors)] : ['', '']),
    csvText(measured.suite?.file ?? ''),
    number(measured.suite?.line),
    csvText(row.tool ?? gate?.tool ?? ''),
    csvText(row.called ?? row.case?.called ?? ''),
    csvText(row.displayName ?? ''),
    row.judged === true || gate?.judged === true ? 'yes' : '',
  ];
}

function caseRow({ id, verdict, evidence }: Pick<CaseReport, 'id' | 'verdict' | 'evidence'>): Row {
  return { ...EMPTY, id, verdict, case: evidenceColumns(evidence) };
}

function caseCells({
  id = '',
  case: { where, question, expected, answer, model } = {},
}: Row): readonly string[] {
  return [id, where, question, expected, answer, model].map((text) => csvText(text ?? ''));
}

function correctedCells({ gate }: Row): readonly string[] {
  const { value, interval } = gate?.corrected ?? {};
  return [value, interval?.[0], interval?.[1]].map(number);
}

function number(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
