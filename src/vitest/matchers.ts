import {
  type AnyTrace,
  type ExpectedCallSpec,
  type FunctionCallCoverageOptions,
  type ScoreReport,
  optionError,
  type Services,
  type ToolCallF1Options,
  type ToolClasses,
  type ToolPattern,
} from '#core';
import { scoreTrace } from '#library';
import { explainScore } from './explain-score.ts';

/** Classes as a list, or as `{ search: ['brave.web_search'] }`. */
export type Classes = ToolClasses;

/** The least percents that pass; `{ f1: 100 }` when none is given. */
export interface SelectionLimits {
  /** Pairs of classes in their order: `[['search', 'fetch']]` fails a trace that fetches before it searches. */
  readonly dependencies?: readonly (readonly [string, string])[];
  readonly f1?: number;
  readonly precision?: number;
  readonly recall?: number;
}

export type CoverageOptions = Omit<FunctionCallCoverageOptions, 'function_calls'>;
export type CallOptions = Omit<ToolCallF1Options, 'expected'> & Services;

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** A figure that was not measured neither holds nor does not hold, so that no matcher may pass by it, negated or not. */
function requireMeasured(score: ScoreReport, ids: readonly string[]): ScoreReport {
  for (const id of ids) {
    if (score.metrics[id] !== null) continue;
    const why = score.notMeasured?.[id];
    throw optionError(`${id} is not measured${why === undefined ? '' : `: ${why}`}`);
  }
  return score;
}

/** The trace calls a tool of every class and nothing else, as far as the limits ask. */
export function toSelectTools(
  trace: AnyTrace,
  classes: Classes,
  { dependencies, ...percents }: SelectionLimits = { f1: 100 },
): Result {
  // Order alone says nothing about a trace without calls.
  const isOrderAlone = dependencies !== undefined && Object.keys(percents).length === 0;
  const limits: Omit<SelectionLimits, 'dependencies'> = isOrderAlone ? { f1: 100 } : percents;
  checkLimits(limits);
  const [score] = scoreTrace(trace, {
    equal_function_sets: {
      classes,
      ...(dependencies === undefined ? {} : { dependencies }),
    },
  }) as readonly [ScoreReport];
  requireMeasured(
    score,
    Object.keys(limits).map((name) => `tool_selection.${name}`),
  );
  const missed = LIMITED.filter((name) => {
    const limit = limits[name];
    return limit !== undefined && (score.metrics[`tool_selection.${name}`] as number) < limit;
  });
  const isInOrder = (score.metrics['tool_selection.order_violations'] ?? 0) === 0;
  const pass = missed.length === 0 && isInOrder;
  const expected = [
    ...Object.entries(limits).map(([name, limit]) => `${name} >= ${limit}`),
    ...(dependencies ?? []).map(([first, second]) => `${first} before ${second}`),
  ].join(', ');
  return {
    pass,
    message: () =>
      explainScore(
        score,
        pass
          ? `expected the trace not to select tools with ${expected}`
          : `expected the trace to select tools with ${expected}`,
      ),
  };
}

const LIMITED = ['f1', 'precision', 'recall'] as const;

/** What limits nothing, or by a share instead of percents, would pass nearly every trace. */
function checkLimits(limits: Omit<SelectionLimits, 'dependencies'>): void {
  const entries = Object.entries(limits);
  if (entries.length === 0) throw optionError(`give a limit: ${LIMITED.join(', ')}`);
  for (const [name, limit] of entries) {
    if (!LIMITED.some((limited) => limited === name))
      throw optionError(`there is no limit "${name}", only ${LIMITED.join(', ')}`);
    if (!Number.isInteger(limit) || limit < 0 || limit > 100)
      throw optionError(`${name} takes a whole number from 0 to 100, not ${String(limit)}`);
  }
}

const COVERED = 'all_required_calls_made';

/** The trace makes every required call. */
export function toCoverCalls(
  trace: AnyTrace,
  required: readonly ToolPattern[],
  options: CoverageOptions = {},
): Result {
  const [score] = scoreTrace(trace, {
    function_call_coverage: { ...options, function_calls: required },
  }) as readonly [ScoreReport];
  const pass = requireMeasured(score, [COVERED]).metrics[COVERED] === 1;
  const how = options.mode === 'in_order' ? ' in order' : '';
  return {
    pass,
    message: () =>
      explainScore(
        score,
        pass
          ? `expected the trace not to make all required calls${how}`
          : `expected the trace to make all required calls${how}`,
      ),
  };
}

/** The trace makes exactly the expected calls, names and arguments, in any order. */
export function toMatchToolCalls(
  trace: AnyTrace,
  expected: readonly ExpectedCallSpec[],
  options: CallOptions = {},
): Result {
  const { regex, ...rest } = options;
  const services = regex === undefined ? {} : { regex };
  const [score] = scoreTrace(trace, { tool_call_f1: { ...rest, expected } }, services) as readonly [
    ScoreReport,
  ];
  requireMeasured(score, ['tool_call.f1']);
  const pass = score.tally.fp === 0 && score.tally.fn === 0;
  return {
    pass,
    message: () =>
      explainScore(
        score,
        pass
          ? 'expected the trace not to make these calls'
          : 'expected the trace to make these calls',
      ),
  };
}
