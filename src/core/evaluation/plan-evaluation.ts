import { NO_CALL_RULES } from '../calls/call-rules.ts';
import { type Gate, GATE_OPS, type GateOp, parseGateValue } from '../gates/gate.ts';
import { optionError } from '../issues/issue.ts';
import type { SharedLabelOptions } from '../labels/labelled-case.ts';
import type { Fold } from '../measure/fold.ts';
import type { GateableMetric } from '../measure/fold-metrics.ts';
import { findMatrixPlan, findMetric, isOverLabels } from '../measure/metric-table.ts';
import { type MeasurePlan, prefixOf, type ScorerPlan } from '../measure/plan.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { findScorer } from '../scorers/index.ts';
import type {
  Evaluation,
  EvaluationFold,
  EvaluationGate,
  EvaluationScorer,
  Row,
} from './evaluation.ts';

/** The plan of an evaluation, without the options of labels. Throws a UserError for options that cannot be used. */
export function planEvaluation<R extends Row>(
  evaluation: Evaluation<R>,
): Omit<MeasurePlan, 'labels'> {
  const scorers = evaluation.scorers.map((scorer) => planScorer(scorer as EvaluationScorer));
  return {
    name: evaluation.name ?? 'evaluation',
    scorers,
    gates: planGates(evaluation.expect ?? {}, scorers),
    rules: NO_CALL_RULES,
    countErrorsAsEmpty: false,
    maxErrors: evaluation.maxErrors ?? 0,
    isComplete: false,
    drive: null,
  };
}

function planScorer({ type, key, options, metrics = [] }: EvaluationScorer): ScorerPlan {
  const scorer = findScorer(type);
  if (scorer === undefined) throw optionError(`there is no scorer "${type}"`);
  const optionsOf = optionsByRow(scorer, options);
  return {
    scorer,
    key: key ?? null,
    displayName: null,
    purpose: 'score',
    options: typeof options === 'function' ? {} : options,
    templates: new Map(),
    folds: metrics.map((fold) => planFold(fold, scorer)),
    own: null,
    ...(optionsOf === null ? {} : { optionsOf }),
  };
}

/** The options of each row; null where they are the same for all. */
function optionsByRow(
  scorer: Scorer,
  options: EvaluationScorer['options'],
): ((row: Row) => unknown) | null {
  if (typeof options === 'function') return options;
  // A label in the options is that of every row.
  const hasLabel = typeof options === 'object' && 'label' in options;
  return scorer.needsLabels === true && hasLabel ? () => options : null;
}

function planFold(fold: EvaluationFold, { name: scorer, metrics, tallyKeys }: Scorer): Fold {
  const refuse = (needs: string): never => {
    const name = typeof fold === 'string' ? fold : fold.name;
    throw optionError(`${name} of ${scorer} ${needs}`);
  };
  if (typeof fold !== 'string') {
    const isOutput = (id: string): boolean => metrics.some((metric) => metric.id === id);
    if (fold.kind === 'output' && !isOutput(fold.field)) refuse(`has no output "${fold.field}"`);
    if (fold.kind === 'classes' && !isOutput(fold.prediction))
      refuse(`has no output "${fold.prediction}"`);
    return fold;
  }
  const isRate = fold === 'precision' || fold === 'recall' || fold === 'f1';
  if (isRate && !['tp', 'fp', 'fn'].every((count) => tallyKeys.includes(count)))
    refuse('needs counts: { kind: "counts", name, tp, fp, fn, id }');
  if (fold === 'binary_classification' || fold === 'multiclass_classification')
    refuse('needs two classes: { kind: "classes", name, prediction, truth, … }');
  return { kind: 'named', name: fold };
}

function planGates(
  expect: Readonly<Partial<Record<string, EvaluationGate>>>,
  scorers: readonly ScorerPlan[],
): readonly Gate[] {
  return Object.entries(expect).flatMap(([id, matcher]) => {
    if (matcher === undefined) return [];
    const metric = findMetric(id, scorers, 'eval')?.metric ?? findByRow(id, scorers);
    if (metric === null) throw optionError(`no scorer of this evaluation has the metric "${id}"`);
    const ops = GATE_OPS.filter((op) => matcher[op] !== undefined);
    checkMatcher(metric, matcher, ops);
    return ops.map((op) => planGate(metric, matcher, op));
  });
}

/** A metric that applies by its options, where only rows have these. */
function findByRow(id: string, scorers: readonly ScorerPlan[]): GateableMetric | null {
  for (const plan of scorers) {
    const spec = plan.scorer.metrics.find((metric) => prefixOf(plan) + metric.id === id);
    if (spec !== undefined && plan.optionsOf !== undefined) return { ...spec, id };
  }
  return null;
}

function checkMatcher(
  { id, proportion }: GateableMetric,
  {
    certify,
    corrected,
    min_support: minSupport,
  }: EvaluationGate & { readonly corrected?: boolean },
  ops: readonly GateOp[],
): void {
  if (corrected === true)
    throw optionError(`gate on ${id}: corrected needs the calibration of a suite`);
  if (minSupport !== undefined && !id.startsWith('per_tool.'))
    throw optionError(`gate on ${id}: min_support stands beside a gate on single tools`);
  if (certify !== true) return;
  if (!proportion)
    throw optionError(`gate on ${id}: it is not a share of cases, so it cannot be certified`);
  if (!ops.includes('>=') && !ops.includes('>'))
    throw optionError(`gate on ${id}: certify stands beside >= or >, a lower bound`);
}

function planGate({ id, unit }: GateableMetric, matcher: EvaluationGate, op: GateOp): Gate {
  const raw = matcher[op];
  const [low, high] = (Array.isArray(raw) ? raw : [raw]).map((item: unknown) => {
    const parsed = parseGateValue(unit, item);
    if (!parsed.ok) throw optionError(`gate on ${id}: ${parsed.message}`);
    return parsed.value;
  });
  if (low === undefined || (op === 'between') !== (high !== undefined))
    throw optionError(
      `gate on ${id}: ${op} takes ${op === 'between' ? 'two values' : 'one value'}`,
    );
  return {
    metric: id,
    op,
    value: high === undefined ? low : [low, high],
    source: 'suite',
    certify: matcher.certify === true && (op === '>=' || op === '>'),
    ...(matcher.min_support === undefined ? {} : { minSupport: matcher.min_support }),
  };
}

/** The options with which the confusion matrix is made; null without scorers over labels. */
export function sharedLabels(
  scorers: readonly ScorerPlan[],
  first: Row | null,
): SharedLabelOptions | null {
  const plan = findMatrixPlan(scorers);
  return plan === undefined ? null : optionsFor(plan, first);
}

/** The label of a row, as the first scorer over labels takes it. */
export function labelFor(scorers: readonly ScorerPlan[], row: Row): object {
  const plan = scorers.find(isOverLabels);
  const options = plan === undefined ? {} : optionsFor(plan, row);
  return 'label' in options && typeof options.label === 'object' ? (options.label ?? {}) : {};
}

function optionsFor({ options, optionsOf }: ScorerPlan, row: Row | null): object {
  if (optionsOf === undefined || row === null) return options as object;
  try {
    return optionsOf(row as never) as object;
  } catch {
    // The row is reported when it is scored.
    return {};
  }
}
