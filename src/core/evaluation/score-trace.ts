import { coreIssue } from '../issues/core-issue.ts';
import { Accumulator } from '../measure/accumulator.ts';
import { type CallRuleSpec, compileCallRules } from '../calls/call-rules.ts';
import { explainUnknownStatus } from '../calls/call-status.ts';
import type { TraceInput } from '../trace/native-trace.ts';
import { toPlainJson } from '../json/to-plain-json.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import type { ScoreReport } from '../report/report.ts';
import type { CompiledScorer, Scorer, Services } from '../scoring/scorer.ts';
import { findScorer, type ScorerName, type ScorerOptions, SCORERS } from '../scorers/index.ts';
import { toSkillTrace } from '../skills/index.ts';
import { suggest } from '../text/suggest.ts';
import type { Trace } from '../trace/trace.ts';
import { optionError, UserError } from '../issues/issue.ts';

/** What is expected of a trace: one entry per scorer, and what happens to its calls first. */
export interface Expectations extends Partial<ScorerOptions>, Partial<CallRuleSpec> {}

/** A trace in either form: as it is written, or as a reader returns it. */
export type AnyTrace = Trace | TraceInput;

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
  traces.forEach((written, i) => {
    const recorded = toTrace(written);
    const trace = expectations.skills === true ? toSkillTrace(recorded) : recorded;
    if (trace.error !== null) throw crashed(trace.error);
    const prepared = rules(trace.calls);
    if (prepared.unknown > 0) throw new UserError([explainUnknownStatus(prepared.unknown)]);
    for (const { compiled, sum } of parts) sum.add(i + 1, compiled, prepared, trace);
  });
  return parts.map(({ sum }) => sum.report(null, (run) => ({ run })));
}

const RULES: readonly (keyof CallRuleSpec)[] = [
  'skills',
  'unwrap',
  'aliases',
  'neutral',
  'requester',
  'status',
  'failedWhen',
];

/** A misspelt scorer would give no score, and whatever is asked of all scores holds of none. */
function refuseUnknown(expectations: Expectations): void {
  const names = [...SCORERS.map(({ name }) => name), ...RULES];
  const unknown = Object.keys(expectations).find((key) => !names.includes(key));
  if (unknown === undefined) return;
  const near = suggest(unknown, names);
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  throw optionError(`there is no scorer "${unknown}"${hint}`);
}

/** The trace itself, or what a native one says; throws a UserError with every fault of one that is not a trace. */
export function toTrace(trace: AnyTrace): Trace {
  if (typeof trace === 'object' && trace !== null && 'calls' in trace) return trace;
  const parsed = parseTrace(toPlainJson(trace, 'trace'));
  if (parsed.ok) return parsed.trace;
  throw new UserError(parsed.issues);
}

/** A run that crashed is neither a pass nor "called nothing": there is no score to give. */
function crashed(error: string): UserError {
  const message = `the run ended with an error: ${error}`;
  return new UserError([coreIssue('RUN_CRASHED', message)]);
}
