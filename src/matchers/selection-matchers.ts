import {
  type ExpectedCallSpec,
  type FunctionCallCoverageOptions,
  optionError,
  type ToolCallF1Options,
  type ToolClasses,
  type ToolPattern,
} from '#core';
import {
  type MatcherResult,
  resultOf,
  scoreOne,
  splitOptions,
  type TraceOptions,
} from './score-one.ts';

/** Classes as a list, or as `{ search: ['brave.web_search'] }`. */
export type Classes = ToolClasses;

/** The least percents that pass; `{ f1: 100 }` when none is given. */
export interface SelectionLimits extends TraceOptions {
  /** Pairs of classes in their order: `[['search', 'fetch']]` fails a trace that fetches before it searches. */
  readonly dependencies?: readonly (readonly [string, string])[];
  readonly f1?: number;
  readonly precision?: number;
  readonly recall?: number;
}

export type CoverageOptions = Omit<FunctionCallCoverageOptions, 'function_calls'> & TraceOptions;
export type CallOptions = Omit<ToolCallF1Options, 'expected'> & TraceOptions;

/** The trace calls a tool of every class and nothing else, as far as the limits ask. */
export function toSelectTools(
  trace: unknown,
  classes: Classes,
  options: SelectionLimits = { f1: 100 },
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  const { dependencies, ...percents } = own;
  // Order or rules alone say nothing about a trace without calls.
  const hasLimit = Object.keys(percents).length > 0 || Object.keys(options).length === 0;
  const limits: Percents = hasLimit ? percents : { f1: 100 };
  checkLimits(limits);
  const score = scoreOne(
    trace,
    'equal_function_sets',
    { classes, ...(dependencies === undefined ? {} : { dependencies }) },
    traceOptions,
    Object.keys(limits).map((name) => `tool_selection.${name}`),
  );
  const missed = LIMITED.filter((name) => {
    const limit = limits[name];
    return limit !== undefined && (score.metrics[`tool_selection.${name}`] as number) < limit;
  });
  const isInOrder = (score.metrics['tool_selection.order_violations'] ?? 0) === 0;
  const expected = [
    ...Object.entries(limits).map(([name, limit]) => `${name} >= ${limit}`),
    ...(dependencies ?? []).map(([first, second]) => `${first} before ${second}`),
  ].join(', ');
  return resultOf(missed.length === 0 && isInOrder, score, `select tools with ${expected}`);
}

type Percents = Pick<SelectionLimits, 'f1' | 'precision' | 'recall'>;

const LIMITED = ['f1', 'precision', 'recall'] as const;

/** What limits nothing, or by a share instead of percents, would pass nearly every trace. */
function checkLimits(limits: Percents): void {
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
  trace: unknown,
  required: readonly ToolPattern[],
  options: CoverageOptions = {},
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  const values = { ...own, function_calls: required };
  const score = scoreOne(trace, 'function_call_coverage', values, traceOptions, [COVERED]);
  const how = options.mode === 'in_order' ? ' in order' : '';
  return resultOf(score.metrics[COVERED] === 1, score, `make all required calls${how}`);
}

/** The trace makes exactly the expected calls, names and arguments, in any order. */
export function toMatchToolCalls(
  trace: unknown,
  expected: readonly ExpectedCallSpec[],
  options: CallOptions = {},
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  const score = scoreOne(trace, 'tool_call_f1', { ...own, expected }, traceOptions, [
    'tool_call.f1',
  ]);
  return resultOf(score.tally.fp === 0 && score.tally.fn === 0, score, 'make these calls');
}
