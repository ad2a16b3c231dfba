import { findTarget, type GateTarget } from './gate-targets.ts';
import { judgeTagged, metricsOfPart, splitTagged } from './tag-gates.ts';
import type { TagSums } from './tag-sums.ts';
import type { Accumulator } from './accumulator.ts';
import type {
  Capped,
  GateReport,
  JudgeReport,
  RunLabel,
  ScoreReport,
  UnmeasuredRun,
} from '../report/report.ts';
import type { ClassOffers } from './class-offers.ts';
import { EVIDENCE_CAP } from './evidence-log.ts';
import { judgeGate, observeGap } from '../gates/gate-report.ts';
import type { Observation } from '../gates/observation.ts';
import { ARGUMENT_METRIC, judgePerArgument } from '../labels/judge-per-argument.ts';
import { judgeMatrixGate } from '../labels/judge-matrix-gate.ts';
import type { LabelSums } from '../labels/label-sums.ts';
import type { MetricSpec, MetricValue } from '../metrics/metric.ts';
import { observeRepeats } from './repeats-report.ts';
import type { Repeated } from '../statistics/repeats.ts';
import type { RunOrder } from './evidence.ts';
import type { MeasurePlan, ScorerPlan } from './plan.ts';
import type { Corrections } from './judging.ts';
import type { Folded } from './class-sums.ts';
import { plainId, withFolds, withHeadline, withPlan, withWeights } from './extend-score.ts';
import type { CodeFoldOutputs, FoldSums } from './fold-sums.ts';
import { clashOf, withoutClashes } from './metric-clashes.ts';
import type { CustomSums } from './custom-sums.ts';
import type { UnmeasuredRuns } from './unmeasured-runs.ts';
import type { WeightedSums } from './weighted-sums.ts';

/** What a measure has summed. */
export interface MeasuredSums {
  readonly plan: MeasurePlan;
  readonly parts: readonly MeasuredPart[];
  readonly own: readonly CustomSums[];
  /** Of each gate: the scorer that its metric belongs to; null for folds and custom scorers. */
  readonly targets: readonly (GateTarget | null)[];
  readonly labels: LabelSums | null;
  readonly weights: WeightedSums | null;
  readonly tags: TagSums | null;
  readonly offers: ClassOffers;
  readonly unmeasuredRuns: UnmeasuredRuns;
  readonly runs: number;
  /** What judges were asked; null where nothing was. */
  readonly judge: JudgeReport | null;
  /** How its judged shares are corrected; null without a calibration. */
  readonly corrections: Corrections | null;
  /** Runs that judges find good, and other scorers wrong. */
  readonly despite: readonly RunOrder[];
}

/** One scorer of a test or an eval, summing over runs. */
export interface MeasuredPart {
  readonly plan: ScorerPlan;
  readonly accumulator: Accumulator;
  readonly folds: FoldSums | null;
}

/** The sums of a test or an eval. */
export interface MeasureResult {
  readonly scores: readonly ScoreReport[];
  readonly gates: readonly GateReport[];
  readonly unmeasured: Capped<UnmeasuredRun>;
  readonly labels: ReturnType<LabelSums['report']> | null;
  readonly judge: JudgeReport | null;
}

/** What reporting the sums needs beside them. */
export interface FinishOptions {
  readonly labelOf: (order: RunOrder) => RunLabel;
  /** How many runs beyond the allowed ones could not be measured. */
  readonly unmeasured: number;
  /** What repeats one input, each with its passing runs. */
  readonly units: readonly Repeated[];
  /** Why there are no units. */
  readonly whyNone?: string;
  /** What code of the user made of the inputs of `codeFolds`. */
  readonly computed: CodeFoldOutputs;
}

/** Reports the sums and judges the gates. */
export function finishMeasure(
  {
    plan,
    parts,
    own,
    targets,
    labels,
    weights,
    tags,
    offers,
    unmeasuredRuns,
    runs,
    corrections,
    ...judged
  }: MeasuredSums,
  { labelOf, unmeasured, units, whyNone, computed }: FinishOptions,
): MeasureResult {
  const all: ScoreReport[] = [];
  const metrics = parts.map((part) => part.accumulator.metrics());
  const gaps = parts.map((part) => part.accumulator.gaps());
  const reweighted = weights?.metrics();
  const isReweighted = weights?.choice.isHeadline === true;
  /** The shares whose plain ids are reweighted. */
  const headline = new Map<string, Omit<Observation, 'unmeasured'>>();
  /** The metrics that do not belong to a scorer: folds, outputs of the user's own, reweighted shares, and those of repeats. */
  const others = new Map<string, Omit<Observation, 'unmeasured'>>();
  const note = (id: string, value: MetricValue | null, why: string | null): void => {
    const reason = why === null ? {} : { why };
    others.set(id, { spec: otherSpec(id, value), value, interval: null, ...reason });
  };
  const gated = plan.gates.map(({ metric }) => metric);
  for (const scorerPlan of plan.scorers) {
    const at = parts.findIndex((part) => part.plan === scorerPlan);
    const part = parts[at];
    const custom = own.find((customSums) => customSums.plan === scorerPlan);
    for (const [id, value] of custom?.metrics() ?? NONE) note(id, value, custom?.why ?? null);
    const folds = part?.folds ?? custom?.folds ?? null;
    const folded = folds === null ? NO_FOLDS : folds.metrics(gated, computed);
    for (const [id, { value, why = null }] of folded) note(id, value, why);
    const weighted = reweighted?.get(scorerPlan) ?? NO_WEIGHTS;
    for (const [id, observation] of weighted) others.set(id, observation);
    const report =
      part?.accumulator.report(scorerPlan.key, labelOf, metrics[at]) ??
      (custom as CustomSums).report();
    const shown = withFolds(withPlan(report, scorerPlan), folded);
    if (isReweighted) {
      all.push(withHeadline(shown, scorerPlan, weighted));
      for (const [id, observation] of weighted) headline.set(plainId(id, scorerPlan), observation);
    } else all.push(weights?.isComplete === true ? withWeights(shown, weighted) : shown);
  }
  const scores = withoutClashes(all);
  if (plan.gates.some(({ metric }) => metric.startsWith('repeats.'))) {
    for (const [id, observation] of observeRepeats(units, whyNone)) others.set(id, observation);
  }
  const neverOffered = parts.map((part, i) => {
    const { classes } = scores[plan.scorers.indexOf(part.plan)] as ScoreReport;
    const called = new Set(classes?.flatMap(({ name, hits }) => (hits === 0 ? [] : [name])));
    return offers.missing(i, runs).filter((name) => !called.has(name));
  });
  const hasCases = plan.labels !== undefined && units.every(({ n }) => n <= 1);
  const counted = hasCases ? 'cases' : 'runs';
  const ids = parts.flatMap((part) => metricsOfPart(part.plan));
  const gates = plan.gates.flatMap((gate, i) => {
    const ofMatrix = labels === null ? null : judgeMatrixGate(gate, labels.counts, unmeasured);
    if (ofMatrix !== null) return ofMatrix;
    if (labels !== null && gate.metric === ARGUMENT_METRIC.id)
      return judgePerArgument(gate, labels.perArgument, unmeasured);
    const tagged = tags === null ? null : splitTagged(gate.metric, ids);
    const ofTag = tagged === null ? null : findTarget(tagged.metric, parts);
    if (tagged !== null && ofTag !== null)
      return judgeTagged(gate, tagged.tag, ofTag, tags as TagSums, unmeasured);
    const why = clashOf(scores, gate.metric);
    if (why !== null) {
      const spec = otherSpec(gate.metric, null);
      return judgeGate(gate, { spec, value: null, interval: null, counted, unmeasured, why });
    }
    const target = targets[i] ?? null;
    const other = (target === null ? others : headline).get(gate.metric);
    if (other !== undefined) {
      const isOfRepeats = gate.metric.startsWith('repeats.');
      const open = isOfRepeats ? runs - units.reduce((sum, { n }) => sum + n, 0) : 0;
      const correct = other.spec.judgedBy && corrections?.get(other.spec.judgedBy);
      return judgeGate(gate, { ...other, counted, unmeasured: unmeasured + open, correct });
    }
    const value = (target && metrics[target.part]?.get(target.spec.id)) ?? null;
    const shownAs = isReweighted ? gate.metric : (target?.shownAs ?? gate.metric);
    const interval =
      scores.map((score) => score.intervals[shownAs]).find((interval) => interval !== undefined) ??
      null;
    const spec = target?.spec ?? otherSpec(gate.metric, value);
    const isPeeked = plan.drive?.stopsWhenDecided === true;
    const gap = target === null ? undefined : gaps[target.part]?.get(target.spec.id);
    const known = gap === undefined ? {} : observeGap(gap, runs);
    const judged = judgeGate(gate, {
      spec,
      value,
      interval,
      counted,
      unmeasured,
      isPeeked,
      correct: spec.judgedBy && corrections?.get(spec.judgedBy),
      ...known,
    });
    return target === null ? judged : withoutOffer(judged, neverOffered[target.part] ?? []);
  });
  const judgedIds = new Set(
    scores.flatMap(({ judged: isJudged, metrics: shown }) => (isJudged ? Object.keys(shown) : [])),
  );
  return {
    scores,
    gates: gates.map((gate) => (judgedIds.has(gate.metric) ? { ...gate, judged: true } : gate)),
    unmeasured: unmeasuredRuns.report(labelOf),
    labels: labels?.report((order) => caseOf(labelOf(order))) ?? null,
    judge: withDespite(judged, labelOf),
  };
}

/** What judges were asked, with the runs that they find good and other scorers wrong. */
function withDespite(
  { judge, despite }: Pick<MeasuredSums, 'judge' | 'despite'>,
  labelOf: (order: RunOrder) => RunLabel,
): JudgeReport | null {
  if (judge === null || despite.length === 0) return judge;
  const first = despite.toSorted((a, b) => a - b).slice(0, EVIDENCE_CAP);
  return { ...judge, despite: { total: despite.length, items: first.map(labelOf) } };
}

/** A gate that holds though no run could have called a member of some class: it decides nothing. */
function withoutOffer(gate: GateReport, classes: readonly string[]): GateReport {
  if (classes.length === 0 || gate.outcome !== 'pass') return gate;
  const names = classes.slice(0, 5).map((name) => JSON.stringify(name));
  if (classes.length > names.length) names.push(`${classes.length - names.length} more`);
  const note = `no run was offered a member of class ${names.join(', ')}`;
  return { ...gate, pass: false, outcome: 'inconclusive', note };
}

function caseOf(label: RunLabel): string {
  return 'case' in label ? label.case : String(label.run);
}

const NONE: ReadonlyMap<string, MetricValue | null> = new Map();
const NO_FOLDS: ReadonlyMap<string, Folded> = new Map();
const NO_WEIGHTS: ReadonlyMap<string, Omit<Observation, 'unmeasured'>> = new Map();

/** What is known of a fold or an output of the user's own scorer: its unit is that of its value. */
function otherSpec(id: string, value: MetricValue | null): MetricSpec {
  return { id, unit: value?.unit ?? 'mean', better: 'higher', proportion: false, summary: '' };
}
