import {
  type Gate,
  type GateOp,
  type Issue,
  exactNumber,
  parseGateValue,
  type Decimal,
  UserError,
  findMetric,
  type GateableMetric,
  type GateScope,
  metricsOfPlan,
} from '#core';
import { type SuiteCode, suiteIssue } from '../codes.ts';
import type { ScorerPlan, Suite } from './plan.ts';
import { withLabelFree } from './scorer-plan.ts';
import { hintFor } from '../problems/hint-for.ts';

/** `--threshold metric=value`; without an operator it means "at least as good as". */
export interface ThresholdFlag {
  readonly metric: string;
  readonly op: GateOp | null;
  readonly text: string;
}

/**
 * The suites with the gates of these metrics replaced by the flags', wherever the metric is measured.
 * Throws a `UserError` for a metric that no suite measures and for a value that does not fit.
 */
export function applyThresholds(
  suites: readonly Suite[],
  flags: readonly ThresholdFlag[],
): readonly Suite[] {
  const issues = flags.flatMap((flag) => checkFlag(flag, suites));
  if (issues.length > 0) throw new UserError(issues);
  if (flags.length === 0) return suites;
  return suites.map((suite) => ({
    ...suite,
    tests: suite.tests.map((test) => ({ ...test, ...applyTo(test, flags, 'test') })),
    evals: suite.evals.map((evalPlan) => ({ ...evalPlan, ...applyTo(evalPlan, flags, 'eval') })),
  }));
}

interface Gated {
  readonly scorers: readonly ScorerPlan[];
  readonly gates: readonly Gate[];
}

function applyTo(
  { scorers, gates }: Gated,
  flags: readonly ThresholdFlag[],
  scope: GateScope,
): Gated {
  const plans = withLabelFree(
    scorers,
    flags.map(({ metric }) => metric),
    null,
  );
  let result = gates;
  const replaced = new Set<string>();
  for (const flag of flags) {
    const match = findMetric(flag.metric, plans, scope);
    if (match === null) continue;
    const gate = buildGate(flag, match.metric);
    if ('message' in gate) continue;
    // Several flags for one metric must all hold.
    const { id } = match.metric;
    const others = replaced.has(id) ? result : result.filter((other) => other.metric !== id);
    replaced.add(id);
    result = [...others, gate];
  }
  return { scorers: plans, gates: result };
}

function checkFlag(flag: ThresholdFlag, suites: readonly Suite[]): readonly Issue[] {
  const measured = suites.flatMap((suite) => [...suite.tests, ...suite.evals]);
  const say = (code: SuiteCode, message: string, hint?: string): readonly Issue[] => [
    suiteIssue(code, `--threshold ${flag.metric}: ${message}`, { hint }),
  ];
  const plans = measured.flatMap(({ scorers }) => scorers);
  const match = findMetric(
    flag.metric,
    withLabelFree(plans, [flag.metric], null),
    suites.some(({ evals }) => evals.length > 0) ? 'eval' : 'test',
  );
  if (match === null) {
    const ids = [...new Set(plans.flatMap((plan) => metricsOfPlan(plan).map(({ id }) => id)))];
    return say(
      'SUITE_UNKNOWN_METRIC',
      'no test or eval measures it',
      hintFor(flag.metric, ids, 'measured are'),
    );
  }
  if (match.plan?.purpose === 'qa')
    return say('SUITE_GATE_QA', 'a scorer of purpose qa never gates');
  const gate = buildGate(flag, match.metric);
  return 'message' in gate ? say('SUITE_GATE_UNIT', gate.message, gate.hint) : [];
}

/** The gate of a flag on a metric, or why its value does not fit. */
export function buildGate(
  flag: ThresholdFlag,
  metric: GateableMetric,
): Gate | { readonly message: string; readonly hint?: string } {
  const op = flag.op ?? (metric.better === 'higher' ? '>=' : '<=');
  const texts = op === 'between' ? flag.text.split(',') : [flag.text];
  const values: Decimal[] = [];
  for (const text of texts) {
    const parsed = parseGateValue(metric.unit, exactNumber(text) ?? text);
    if (!parsed.ok) return parsed;
    values.push(parsed.value);
  }
  const [first, second] = values;
  if (first === undefined || (op === 'between' && values.length !== 2)) {
    return { message: `${flag.text} is not a value`, hint: 'between takes two: 70,90' };
  }
  const value = op === 'between' && second !== undefined ? ([first, second] as const) : first;
  return { metric: metric.id, op, value, source: 'flag', certify: false };
}
