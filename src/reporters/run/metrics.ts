import {
  type EvalReport,
  findScorer,
  type GateReport,
  type Interval,
  type ScoreReport,
  type TestReport,
  type Unit,
} from '#core';
import {
  type Block,
  concat,
  type Density,
  type Item,
  isBlank,
  joinTexts,
  type List,
  name,
  prose,
  rawText,
  type Row,
  type Text,
} from '../document/index.ts';
import { briefGates, GATE_COLUMNS, gateRow } from '../parts/gates.ts';
import { isJudged, judgeNotes, partGates, questionParts } from '../wording/judged.ts';
import { formatCount, formatInterval, formatValue } from '../values/value.ts';

type Measured = EvalReport | TestReport;

const ROWS_SHOWN = { brief: 60, full: 200 };
const FIGURES_SHOWN = { brief: 12, full: 12 };

/** The gates that did not hold, judged ones apart; the others are only counted. For one screen with several tests. */
export function openGates(test: TestReport): Block[] {
  const { gates, scores } = test;
  const isOpen = ({ outcome }: GateReport): boolean => outcome !== 'pass';
  const { deterministic, judged } = partGates(gates.filter(isOpen));
  const held = gates.length - deterministic.length - judged.length;
  const note = { kind: 'note', detail: 'brief', tone: 'quiet' } as const;
  return [
    ...briefGates(deterministic, scores),
    ...(held > 0 && held < gates.length
      ? [{ ...note, text: `✓ ${formatCount(held, 'gate')} held` }]
      : []),
    ...judgedBlocks(test, briefGates(judged, scores), 'brief'),
  ];
}

/** Every gate in a line and all other figures in a few: for one screen with a lone test or an eval. */
export function briefMetrics(measured: Measured): Block[] {
  const { deterministic, judged } = partGates(measured.gates);
  const part = (gates: readonly GateReport[], ofJudges: boolean): Block[] => [
    ...briefGates(gates, measured.scores),
    ...figureFacts(measured, ofJudges),
  ];
  return [...part(deterministic, false), ...judgedBlocks(measured, part(judged, true), 'brief')];
}

/** Figures without a gate beside each other. */
function figureFacts({ scores, gates }: Measured, ofJudges: boolean): List[] {
  const gated = new Set(gates.map((gate) => gate.metric));
  const figures = scores
    .filter((score) => score.judged === ofJudges)
    .flatMap((score) => metricRows(score, gated));
  if (figures.length === 0) return [];
  return [
    {
      kind: 'list',
      detail: 'brief',
      layout: 'inline',
      tone: 'quiet',
      items: figures.map(({ metric, value }) => ({ text: concat(metric, ` ${value}`) })),
      cap: FIGURES_SHOWN,
      noun: 'figure',
      see: '--verbose',
    },
  ];
}

/** Every metric, those with a gate first; what a model may have decided is listed apart. For a page. */
export function metricBlocks(measured: Measured): Block[] {
  const { deterministic, judged } = partGates(measured.gates);
  return [
    ...partOf(measured, deterministic, false),
    ...judgedBlocks(measured, partOf(measured, judged, true), 'full'),
  ];
}

/** What a model may have decided, under a title of its own; the blocks alone where traces decide everything. */
function judgedBlocks(
  measured: Measured,
  blocks: readonly Block[],
  detail: Density,
): readonly Block[] {
  if (!isJudged(measured)) return blocks;
  return [
    {
      kind: 'group',
      tone: 'plain',
      detail,
      title: joinTexts(['judged', ...questionParts(measured.judge)], ' · '),
      blocks: [
        ...blocks,
        ...judgeNotes(measured).map(
          (text) => ({ kind: 'note', tone: 'inconclusive', text }) as const,
        ),
      ],
    },
  ];
}

/** A row with what groups it where it is not measured. */
interface MetricRow extends Row {
  readonly metric: Text;
  readonly value: string;
}

function partOf(measured: Measured, gates: readonly GateReport[], ofJudges: boolean): Block[] {
  const gated = new Set(measured.gates.map((gate) => gate.metric));
  const metrics = measured.scores
    .filter((score) => score.judged === ofJudges)
    .flatMap((score) => metricRows(score, gated));
  const groups = groupUnmeasured(metrics);
  const rows = [
    ...gates
      .toSorted((a, b) => Number(a.pass) - Number(b.pass))
      .map((gate) => gateRow(gate, measured.scores)),
    ...metrics.filter(({ note = '' }) => !groups.has(rawText(note))),
  ];
  const items = [...groups].map(([reason, names]): Item => ({
    isMarked: true,
    tone: 'plain',
    text: concat('not measured: ', joinTexts(names, ', ')),
    details: [prose(reason)],
  }));
  return [
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table',
            detail: 'full',
            isHeadless: true,
            columns: GATE_COLUMNS,
            rows,
            cap: ROWS_SHOWN,
            noun: 'metric',
          } as const,
        ]),
    ...(items.length === 0
      ? []
      : [{ kind: 'list', detail: 'full', layout: 'lines', items } as const]),
  ];
}

/** The names of metrics that are not measured for one and the same reason, by the reason. */
function groupUnmeasured(rows: readonly MetricRow[]): ReadonlyMap<string, readonly Text[]> {
  const groups = new Map<string, Text[]>();
  for (const { note = '', metric } of rows) {
    const reason = rawText(note);
    if (reason !== '') groups.set(reason, [...(groups.get(reason) ?? []), metric]);
  }
  return new Map([...groups].filter(([, names]) => names.length > 1));
}

function metricRows(score: ScoreReport, gated: ReadonlySet<string>): MetricRow[] {
  const rows: MetricRow[] = [];
  const isWithMatrix = findScorer(score.scorer)?.isShownWithMatrix === true;
  for (const [metric, value] of Object.entries(score.metrics)) {
    if (gated.has(metric)) continue;
    // The failure modes that occur are listed below the matrix; each share repeats its count.
    if (isWithMatrix && (value === 0 || metric.endsWith('.rate'))) continue;
    const unit: Unit = valueOf(score.units, metric) ?? 'mean';
    const interval: Interval | undefined = valueOf(score.intervals, metric);
    const note = prose(valueOf(score.notMeasured ?? {}, metric) ?? '');
    // Once for all metrics of a scorer; those with a note may be shown together.
    const isNamed = isBlank(note) && rows.every((row) => !isBlank(row.note ?? ''));
    const about: Text[] = [
      isNamed ? name(score.displayName ?? '') : '',
      score.purpose === 'qa' ? 'never gates' : '',
      interval === undefined ? '' : `95 % interval ${formatInterval(interval, unit)}`,
    ];
    const text = joinTexts(
      about.filter((part) => !isBlank(part)),
      ', ',
    );
    const shown = formatValue(value, unit);
    rows.push({
      metric: name(metric),
      value: shown,
      cells: [
        { text: name(metric), tone: 'plain', isMarked: true },
        shown,
        { text, tone: 'quiet' },
      ],
      note,
    });
  }
  return rows;
}

function valueOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
