import {
  type ExpectedCallSpec,
  formatPattern,
  optionError,
  type ScoreReport,
  type ToolPattern,
  type TrajectoryOptions,
} from '#core';
import {
  type MatcherResult,
  resultOf,
  scoreOne,
  splitOptions,
  type TraceOptions,
} from './score-one.ts';

export type TrajectoryMatchOptions = Omit<TrajectoryOptions, 'expected'> & TraceOptions;

/** Which calls of a tool count, and how often it must be called. */
export interface ToolCallOptions extends Omit<TrajectoryMatchOptions, 'match'> {
  /** Only calls with these arguments count; markers as in suites. */
  readonly args?: object;
  /** How often exactly; at least once by default. */
  readonly times?: number;
}

const MATCH = 'trajectory.match';

/** Every option of the scorer, so that an argument of the call in its place is recognised. */
const SCORER_OPTIONS: Readonly<Record<Exclude<keyof TrajectoryOptions, 'expected'>, true>> = {
  match: true,
  arguments: true,
  case_insensitive: true,
  defaults: true,
  for_tool: true,
  ignore: true,
  numeric_strings: true,
  today: true,
  trim: true,
};

/** The trace calls a tool: at least once, or exactly as often as `times` says. */
export function toCallTool(
  trace: unknown,
  tool: ToolPattern,
  options: ToolCallOptions = {},
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  const { args, times, ...rest } = own;
  const unknown = Object.keys(rest).find((key) => !(key in SCORER_OPTIONS));
  if (unknown !== undefined)
    throw optionError(
      `toCallTool has no option "${unknown}": arguments are in args, as in ` +
        `{ args: { ${unknown}: … } }`,
    );
  if (times !== undefined && (!Number.isSafeInteger(times) || times < 0))
    throw optionError(`times takes a whole number, not ${String(times)}`);
  const expected: ExpectedCallSpec = args === undefined ? { tool } : { tool, args };
  const score = (count: number): ScoreReport => {
    const calls = Array.from({ length: count }, () => expected);
    const values = { ...rest, expected: calls, match: 'any_order' } as const;
    return scoreOne(trace, 'trajectory', values, traceOptions, [MATCH]);
  };
  const atLeast = score(times ?? 1);
  const isCalled = atLeast.metrics[MATCH] === 1;
  const tooOften = times === undefined || !isCalled ? null : score(times + 1);
  const isTooOften = tooOften !== null && tooOften.metrics[MATCH] === 1;
  const often = times === undefined ? '' : ` exactly ${times} ${times === 1 ? 'time' : 'times'}`;
  const how = args === undefined ? '' : ' with these arguments';
  const shown = isTooOften ? tooOften : atLeast;
  const what = `call ${formatPattern(tool)}${how}${often}`;
  return resultOf(isCalled && !isTooOften, shown, what, { others: 'also called' });
}

/** The trace calls no tool. */
export function toCallNoTools(trace: unknown, options: TraceOptions = {}): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  rejectUnknown(own);
  const score = scoreOne(trace, 'no_tools', true, traceOptions, ['no_tool.rate']);
  return resultOf(score.metrics['no_tool.rate'] === 1, score, 'call no tool');
}

/** The trace calls none of these tools. */
export function toAvoidTools(
  trace: unknown,
  tools: readonly ToolPattern[],
  options: TraceOptions = {},
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  rejectUnknown(own);
  if (tools.length === 0) throw optionError('name the tools that must not be called');
  const score = scoreOne(trace, 'forbidden', { tools }, traceOptions, ['forbidden.calls']);
  const names = tools.map(formatPattern).join(', ');
  return resultOf(score.metrics['forbidden.calls'] === 0, score, `avoid ${names}`);
}

/** The whole path of calls is the expected one: exactly, in order, in any order or as a subset. */
export function toMatchTrajectory(
  trace: unknown,
  expected: readonly ExpectedCallSpec[],
  options: TrajectoryMatchOptions = {},
): MatcherResult {
  const { own, trace: traceOptions } = splitOptions(options);
  const score = scoreOne(trace, 'trajectory', { ...own, expected }, traceOptions, [MATCH]);
  const how = (options.match ?? 'exact').replaceAll('_', ' ');
  return resultOf(score.metrics[MATCH] === 1, score, `match the trajectory (${how})`);
}

/** A misspelt option would change nothing. */
function rejectUnknown(own: object): void {
  const [unknown] = Object.keys(own);
  if (unknown !== undefined) throw optionError(`there is no option "${unknown}"`);
}
