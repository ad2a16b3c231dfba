import {
  type Decimal,
  decimalOf,
  type Gate,
  GATE_OPS,
  parseGateValue,
  type FoundMetric,
  type GateableMetric,
  type GateScope,
  metricFinder,
  metricsOfPlan,
  scorerOfMetric,
} from '#core';
import type { ExpectDocument, MatcherDocument, Path } from '#schema';
import type { Build } from './build.ts';
import type { ScorerPlan } from '../plan/plan.ts';
import type { Problems } from '../problems/problems.ts';
import { hintFor } from '../problems/hint-for.ts';
import { checkCorrected } from './check-corrected.ts';

export const NO_GATES: readonly Gate[] = [];

/** The metrics that an `expect` list names. */
export function gatedMetrics(expect: ExpectDocument | undefined): readonly string[] {
  return expect === undefined ? [] : expect.flatMap((item) => Object.keys(item));
}

/** The gates of an `expect` list over the metrics of some scorers. */
export function buildGates(
  expect: ExpectDocument | null | undefined,
  plans: readonly ScorerPlan[],
  path: Path,
  build: Build,
  scope: GateScope = 'block',
): readonly Gate[] {
  if (!expect) return NO_GATES;
  const { problems } = build;
  const find = metricFinder(plans, scope);
  const gates: Gate[] = [];
  expect.forEach((item, index) => {
    const metrics = Object.keys(item);
    if (metrics.length === 0) {
      const hint = 'write a metric and what must hold for it: - tool_selection.f1: { ">=": 80 }';
      problems.error('SUITE_VALUE', [...path, index], 'this gates nothing', hint);
    }
    for (const id of metrics) {
      const at = [...path, index, id];
      const match = find(id);
      if (match === null) rejectUnknownMetric(id, plans, at, problems);
      else if (match.plan?.purpose === 'qa') {
        const message = `${id} is of a scorer of purpose qa, which never gates`;
        problems.keyError(
          'SUITE_GATE_QA',
          at,
          message,
          'make its purpose `score`, or drop the gate',
        );
      } else gates.push(...buildMatcher(match, item[id] ?? {}, at, build));
    }
  });
  return gates;
}

/** The gates that a block has when nothing else gates its metrics. */
export function buildDefaultGates(plan: ScorerPlan, build: Build): readonly Gate[] {
  const { name, defaultGates } = plan.scorer;
  const shared = build.gateLists.get(name);
  if (shared !== undefined) return shared;
  const gates = defaultGates.map(({ metric, op, value }): Gate => {
    return { metric, op, value: decimalOf(value), source: 'default', certify: false };
  });
  build.gateLists.set(name, gates);
  return gates;
}

function rejectUnknownMetric(
  id: string,
  plans: readonly ScorerPlan[],
  path: Path,
  problems: Problems,
): void {
  const hint = (): string | undefined => explainMetric(id, plans);
  problems.keyError('SUITE_UNKNOWN_METRIC', path, `metric "${id}" is not measured here`, hint);
}

function explainMetric(id: string, plans: readonly ScorerPlan[]): string | undefined {
  if (id === 'tool_selection.order_violations') {
    return 'declare `dependencies` in equal_function_sets';
  }
  if (/^(?:per_tool|per_argument|confusion)\./.test(id))
    return 'it takes a scorer over labels, such as tool_name_match';
  if (id.startsWith('repeats.')) return 'it stands in the `expect` of a test or an eval as a whole';
  if (id.startsWith('weighted.')) return 'it is of the shares of an eval whose rows have a weight';
  if (/^(?:tag|per_tag)\./.test(id))
    return 'it is tag.<name>.<metric> or per_tag.<metric>, in the `expect` of an eval as a whole';
  if (id.startsWith('raw.')) return 'it is of the shares of an eval';
  const scorer = scorerOfMetric(id);
  if (scorer !== null) return `it is measured by ${scorer.name}, which does not stand here`;
  const ids = plans.flatMap((plan) => metricsOfPlan(plan).map((metric) => metric.id));
  return hintFor(id, ids, 'measured here');
}

function buildMatcher(
  target: FoundMetric,
  matcher: MatcherDocument,
  path: Path,
  build: Build,
): readonly Gate[] {
  const { metric } = target;
  // Of each scorer: the list of gates is shared by all that have the metric.
  if (matcher.corrected === true) checkCorrected(target, matcher, [...path, 'corrected'], build);
  const key = `${metric.id} ${metric.unit} ${JSON.stringify(matcher)}`;
  const shared = build.gateLists.get(key);
  if (shared !== undefined) return shared;
  const before = build.problems.errors;
  const gates = readMatcher(metric, matcher, path, build.problems);
  // Errors are shown at every place.
  if (build.problems.errors === before) build.gateLists.set(key, gates);
  return gates;
}

function readMatcher(
  metric: GateableMetric,
  matcher: MatcherDocument,
  path: Path,
  problems: Problems,
): readonly Gate[] {
  const certify = matcher.certify === true;
  const gates: Gate[] = [];
  const ops = GATE_OPS.filter((op) => Object.hasOwn(matcher, op));
  for (const op of ops) {
    const at = [...path, op];
    const value =
      op === 'between'
        ? buildRange(metric, matcher.between ?? [], at, problems)
        : readValue(metric, matcher[op], at, problems);
    if (value === null) continue;
    const isLowerBound = op === '>=' || op === '>';
    const minSupport = matcher.min_support;
    gates.push({
      metric: metric.id,
      op,
      value,
      source: 'suite',
      certify: certify && isLowerBound,
      ...(matcher.corrected === true && isLowerBound ? { corrected: true as const } : {}),
      ...(minSupport === undefined ? {} : { minSupport }),
    });
  }
  if (ops.length === 0) {
    const hint = `write ${metric.id}: { ">=": … }`;
    problems.keyError('SUITE_GATE_OPERATOR', path, 'this gate has no operator', hint);
  }
  if (matcher.min_support !== undefined && !/^per_(?:tool|argument|tag)\./.test(metric.id)) {
    const message = 'min_support stands beside a gate on single tools';
    problems.keyError('SUITE_VALUE', [...path, 'min_support'], message, 'such as per_tool.recall');
  }
  if (certify) checkCertify(metric, ops, [...path, 'certify'], problems);
  return gates;
}

function readValue(
  metric: GateableMetric,
  raw: unknown,
  path: Path,
  problems: Problems,
): Decimal | null {
  const parsed = parseGateValue(metric.unit, raw);
  if (parsed.ok) return parsed.value;
  problems.error('SUITE_GATE_UNIT', path, `${metric.id}: ${parsed.message}`, parsed.hint);
  return null;
}

function buildRange(
  metric: GateableMetric,
  range: readonly unknown[],
  path: Path,
  problems: Problems,
): readonly [Decimal, Decimal] | null {
  const low = readValue(metric, range[0], [...path, 0], problems);
  const high = readValue(metric, range[1], [...path, 1], problems);
  if (low === null || high === null) return null;
  if (low.num * high.den <= high.num * low.den) return [low, high];
  const message = 'the first value of between is above the second, so nothing can hold';
  problems.error('SUITE_VALUE', path, message, 'swap them');
  return null;
}

function checkCertify(
  metric: GateableMetric,
  ops: readonly string[],
  path: Path,
  problems: Problems,
): void {
  if (!metric.proportion) {
    const why = /(?:^|\.)f1(?:_mean)?$/.test(metric.id)
      ? 'F1 is not a proportion: its interval is the ratio estimator over runs or cases'
      : 'it is not a share of runs, cases or pairs, so it has no Wilson interval';
    problems.keyError('SUITE_CERTIFY', path, `${metric.id} cannot be certified: ${why}`);
  } else if (!ops.includes('>=') && !ops.includes('>')) {
    problems.keyError('SUITE_CERTIFY', path, 'certify stands beside >= or >, a lower bound');
  }
}
