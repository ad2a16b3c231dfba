import { coreIssue } from '../issues/codes.ts';
import { Accumulator } from '../measure/accumulator.ts';
import { type CallRuleSpec, compileCallRules } from '../calls/call-rules.ts';
import { explainUnknownStatus } from '../calls/call-status.ts';
import type { LabelOptions } from '../labels/labelled-case.ts';
import type { ToolArgsShapeOptions } from '../labels/tool-args.ts';
import type { ToolArgsValidOptions } from '../labels/tool-args-valid.ts';
import type { ToolNameMatchOptions } from '../labels/tool-name-match.ts';
import type { NativeTrace } from '../trace/native-trace.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import type { ScoreReport } from '../report/report.ts';
import type { CompiledScorer, Scorer, Services } from '../scoring/scorer.ts';
import type { AnswerOptions } from '../scorers/answer-options.ts';
import type { GoalOptions } from '../scorers/goal.ts';
import type { CallChecksOptions } from '../scorers/call-checks.ts';
import type { TextCallsOptions } from '../scorers/text-calls.ts';
import type { UsageOptions } from '../scorers/usage.ts';
import type { EqualFunctionSetsOptions } from '../scorers/equal-function-sets.ts';
import type { ForbiddenOptions } from '../scorers/forbidden.ts';
import type { FunctionCallCoverageOptions } from '../scorers/function-call-coverage.ts';
import { findScorer, SCORERS } from '../scorers/index.ts';
import type { ToolCallAccuracyOptions } from '../scorers/tool-call-accuracy.ts';
import type { ToolCallF1Options } from '../scorers/tool-call-f1.ts';
import type { TrajectoryOptions } from '../scorers/trajectory-options.ts';
import { suggest } from '../text/suggest.ts';
import type { Trace } from '../trace/trace.ts';
import { optionError, UserError } from '../issues/issue.ts';

/** The options of every scorer, by its name. */
export interface ScorerOptions {
  readonly equal_function_sets: EqualFunctionSetsOptions;
  readonly function_call_coverage: FunctionCallCoverageOptions;
  readonly tool_call_f1: ToolCallF1Options;
  readonly tool_call_accuracy: ToolCallAccuracyOptions;
  readonly trajectory: TrajectoryOptions;
  readonly tool_name_match: ToolNameMatchOptions;
  readonly tool_args_match: LabelOptions;
  readonly tool_args_shape_match: ToolArgsShapeOptions;
  readonly tool_args_valid: ToolArgsValidOptions;
  readonly tool_args_semantic: LabelOptions;
  readonly failure_modes: LabelOptions;
  readonly exposure: LabelOptions;
  readonly answer: AnswerOptions;
  readonly goal: GoalOptions;
  readonly forbidden: ForbiddenOptions;
  readonly no_tools: true;
  readonly call_checks: CallChecksOptions;
  readonly usage: UsageOptions;
  readonly text_calls: TextCallsOptions;
}

export type ScorerName = keyof ScorerOptions;

/** What is expected of a trace: one entry per scorer, and what happens to its calls first. */
export interface Expectations extends Partial<ScorerOptions>, Partial<CallRuleSpec> {}

/** A trace in either form: as it is written, or as a reader gives it. */
export type AnyTrace = Trace | NativeTrace;

/** Makes a scorer ready for one expectation; keep it when you score many traces. */
export function compileScorer<Name extends ScorerName>(
  name: Name,
  options: ScorerOptions[Name],
  services: Services = {},
): CompiledScorer {
  const scorer = findScorer(name);
  if (scorer === undefined) throw optionError(`there is no scorer "${name}"`);
  return scorer.compile(options, services);
}

/** Scores one trace, with the evidence: which class was missed, which call was unexpected and why. */
export function scoreTrace(
  trace: AnyTrace,
  expectations: Expectations,
  services: Services = {},
): readonly ScoreReport[] {
  return scoreTraces([trace], expectations, services);
}

/** Scores several runs of one scenario: counts are summed, metrics derived once. */
export function scoreTraces(
  traces: readonly AnyTrace[],
  expectations: Expectations,
  services: Services = {},
): readonly ScoreReport[] {
  refuseUnknown(expectations);
  const rules = compileCallRules(
    {
      unwrap: expectations.unwrap ?? [],
      aliases: expectations.aliases ?? [],
      neutral: expectations.neutral ?? [],
      requester: expectations.requester ?? null,
      status: expectations.status ?? 'all',
      failedWhen: expectations.failedWhen ?? null,
    },
    services,
  );
  const parts = SCORERS.filter(
    (scorer) => expectations[scorer.name as ScorerName] !== undefined,
  ).map((scorer: Scorer) => ({
    compiled: scorer.compile(expectations[scorer.name as ScorerName], services),
    sum: new Accumulator(scorer),
  }));
  traces.forEach((one, i) => {
    const trace = toTrace(one);
    if (trace.error !== null) throw crashed(trace.error);
    const prepared = rules(trace.calls);
    if (prepared.unknown > 0) throw new UserError([explainUnknownStatus(prepared.unknown)]);
    for (const { compiled, sum } of parts) sum.add(i + 1, compiled, prepared, trace);
  });
  return parts.map(({ sum }) => sum.report(null, (run) => ({ run })));
}

const RULES: readonly (keyof CallRuleSpec)[] = [
  'unwrap',
  'aliases',
  'neutral',
  'requester',
  'status',
  'failedWhen',
];

/** A misspelt scorer would give no score, and whatever is asked of all scores holds of none. */
function refuseUnknown(expectations: Expectations): void {
  const known = [...SCORERS.map(({ name }) => name), ...RULES];
  const unknown = Object.keys(expectations).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const near = suggest(unknown, known);
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  throw optionError(`there is no scorer "${unknown}"${hint}`);
}

/** The trace itself, or what a native one says; throws a UserError with every fault of one that is not a trace. */
export function toTrace(trace: AnyTrace): Trace {
  if (typeof trace === 'object' && trace !== null && 'calls' in trace) return trace;
  const parsed = parseTrace(trace);
  if (parsed.ok) return parsed.trace;
  throw new UserError(parsed.issues);
}

/** A run that crashed is neither a pass nor "called nothing": there is no score to give. */
function crashed(error: string): UserError {
  const message = `the run ended with an error: ${error}`;
  return new UserError([coreIssue('RUN_CRASHED', message)]);
}
