import { decimalOf } from '../json/decimal.ts';
import type { Gate } from '../gates/gate.ts';
import { judgeGate } from '../gates/gate-report.ts';
import type { Observation } from '../gates/observation.ts';
import { metricNumber, type MetricSpec, metricValue, type MetricValue } from '../metrics/metric.ts';
import type { EvalReport, GateReport, ScoreReport } from '../report/report.ts';
import { unmeasuredOf } from '../report/settle-report.ts';
import { roundOutward, wilsonInterval } from '../statistics/intervals.ts';
import type { ToolCounts } from '../labels/confusion-report.ts';
import { judgeMatrixGate } from '../labels/judge-matrix-gate.ts';
import { findScorer } from '../scorers/index.ts';
import { toolNameMatch } from '../scorers/tool-name-match/tool-name-match.ts';

/** Why a figure of a what-if has no value. */
const NOT_RECORDED = 'the saved report does not record what this figure would be';

const NAME_SPEC = toolNameMatch.metrics[0] as MetricSpec;

/** What merging changes. */
export interface MergedCounts {
  readonly counts: ToolCounts;
  /** Cases whose only wrong tool becomes right: at least and at most so many. */
  readonly fixed: { readonly low: number; readonly high: number };
  readonly merged: string;
  readonly tools: readonly string[];
}

/** Whether a score is the same though some tools are one. */
export function isUnaffected({ scorer }: ScoreReport, { fixed }: MergedCounts): boolean {
  return fixed.high === 0 || findScorer(scorer)?.ignoresTools === true;
}

/** A score with the figures that a saved report allows; others are not measured. */
export function mergeScore(
  score: ScoreReport,
  changes: MergedCounts,
  measured: EvalReport,
): ScoreReport {
  if (isUnaffected(score, changes)) return score;
  const value = nameMatchOf(score, changes, measured);
  const metrics: Record<string, number | null> = {};
  const why: Record<string, string> = {};
  for (const id of Object.keys(score.metrics)) {
    const isKnown = value !== null && id === plainId(measured);
    metrics[id] = isKnown ? metricNumber(value) : null;
    if (!isKnown) why[id] = NOT_RECORDED;
  }
  const interval = value === null ? null : intervalOf(value);
  return {
    ...score,
    tally: value === null ? score.tally : { ...score.tally, matched: Number(value.num) },
    metrics,
    intervals: interval === null ? {} : { [plainId(measured)]: interval },
    worst: null,
    notMeasured: why,
  };
}

/** Name match as counted in rows; reweighted shares are under the plain id. */
function plainId({ weighting }: EvalReport): string {
  return weighting === undefined ? NAME_SPEC.id : `raw.${NAME_SPEC.id}`;
}

function nameMatchOf(
  { scorer, tally: { matched = 0, cases = 0 } }: ScoreReport,
  { fixed }: MergedCounts,
  { partial = 0 }: EvalReport,
): MetricValue | null {
  if (scorer !== toolNameMatch.name || cases === 0) return null;
  if (partial > 0 || fixed.low !== fixed.high) return null;
  return metricValue('ratio', matched + fixed.low, cases);
}

function intervalOf({ num, den }: MetricValue): GateReport['interval'] {
  const interval = wilsonInterval(Number(num), Number(den));
  return interval === null ? null : roundOutward(interval);
}

/** The gates of an eval over the figures of a what-if. A gate over a figure that is not recorded does not pass. */
export function judgeMerged(measured: EvalReport, changes: MergedCounts): readonly GateReport[] {
  const unmeasured = unmeasuredOf(measured);
  const seen = new Set<string>();
  return measured.gates.flatMap((entry): readonly GateReport[] => {
    const gate = gateOf(entry);
    const matrix = judgeMatrixGate(gate, changes.counts, unmeasured);
    if (matrix === null) return [judgeOther(entry, gate, measured, changes)];
    // A gate on single tools has an entry for each of them, and is judged once.
    const key = JSON.stringify([entry.metric, entry.op, entry.value, entry.certify]);
    if (seen.has(key)) return [];
    seen.add(key);
    if (!entry.metric.startsWith('per_tool.')) return matrix;
    return judgeTools(measured, changes, gate, unmeasured);
  });
}

/** A gate as it was before it was judged; how often a tool must be expected is not recorded. */
function gateOf({ metric, op, value, certify, source }: GateReport): Gate {
  const limit: Gate['value'] =
    typeof value === 'number' ? decimalOf(value) : [decimalOf(value[0]), decimalOf(value[1])];
  return { metric, op, value: limit, certify, source };
}

/** The support that a gate on tools asks for lies between that of the tools without and with an entry. */
function judgeTools(
  measured: EvalReport,
  { counts, merged, tools }: MergedCounts,
  gate: Gate,
  unmeasured: number,
): readonly GateReport[] {
  const listed = new Set(
    measured.gates.flatMap(({ metric, tool }) => (metric === gate.metric ? (tool ?? []) : [])),
  );
  const supports = (isListed: boolean): number[] =>
    (measured.perTool ?? []).flatMap(({ tool, support }) =>
      listed.has(tool) === isListed ? [support] : [],
    );
  const least = Math.min(...supports(true));
  const support = counts.table.support(merged);
  const isOpen =
    !tools.some((tool) => listed.has(tool)) &&
    support < least &&
    support > Math.max(0, ...supports(false));
  const entries =
    listed.size === 0
      ? []
      : judgeMatrixGate({ ...gate, minSupport: least }, counts, unmeasured)!.filter(
          ({ tool }) => tool !== undefined,
        );
  if (listed.size > 0 && !isOpen) return entries;
  if (!isOpen) return measured.gates.filter(({ metric }) => metric === gate.metric);
  const spec = { ...NAME_SPEC, id: gate.metric };
  const open = judgeGate(gate, {
    spec,
    value: null,
    interval: null,
    unmeasured,
    why: NOT_RECORDED,
  });
  return [...entries, { ...open, tool: merged }];
}

function judgeOther(
  entry: GateReport,
  gate: Gate,
  measured: EvalReport,
  changes: MergedCounts,
): GateReport {
  const id = entry.metric;
  const score = measured.scores.find(({ metrics }) => Object.hasOwn(metrics, id));
  if (changes.fixed.high === 0 || (score !== undefined && isUnaffected(score, changes)))
    return entry;
  const value =
    score === undefined || id !== plainId(measured) ? null : nameMatchOf(score, changes, measured);
  const observation: Observation = {
    spec: { ...NAME_SPEC, id, unit: entry.unit },
    value,
    interval: value === null ? null : intervalOf(value),
    unmeasured: unmeasuredOf(measured),
    ...(value === null ? openName(score, id, measured, changes) : {}),
  };
  return judgeGate(gate, observation);
}

/** Name match that is known within bounds decides the gates that every value in them decides alike. */
function openName(
  score: ScoreReport | undefined,
  id: string,
  measured: EvalReport,
  { fixed }: MergedCounts,
): Pick<Observation, 'why' | 'range'> {
  const isName = score?.scorer === toolNameMatch.name && id === plainId(measured);
  const { matched = 0, cases = 0 } = score?.tally ?? {};
  if (!isName || cases === 0 || (measured.partial ?? 0) > 0) return { why: NOT_RECORDED };
  return {
    why: NOT_RECORDED,
    range: {
      low: metricValue('ratio', matched + fixed.low, cases),
      high: metricValue('ratio', matched + fixed.high, cases),
      canPass: true,
    },
  };
}
