import {
  type CallRuleSpec,
  type Expectations,
  optionError,
  type ScoreReport,
  type ScorerName,
  type ScorerOptions,
  type Services,
} from '#core';
import { scoreTraces } from '#library';
import { type CallWording, explainScore } from './explain-score.ts';
import { oneTrace } from './one-trace.ts';

/** What every matcher takes beside its own options: the format of the value, and rules about calls as in suites. */
export interface TraceOptions extends Partial<Omit<CallRuleSpec, 'ignoreTypes'>>, Services {
  /** The id of the format; by default it is detected. */
  readonly format?: string;
}

/** What a matcher returns to `expect`. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const RULES: ReadonlySet<string> = new Set<keyof CallRuleSpec>([
  'unwrap',
  'aliases',
  'neutral',
  'requester',
  'status',
  'failedWhen',
]);
const SERVICES: ReadonlySet<string> = new Set<keyof Services>(['regex']);

/** The options of a matcher by what they are for. */
export function splitOptions<T extends TraceOptions>(
  options: T,
): { readonly own: Omit<T, keyof TraceOptions>; readonly trace: TraceOptions } {
  const isTraceOption = (key: string): boolean =>
    key === 'format' || RULES.has(key) || SERVICES.has(key);
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const own = Object.fromEntries(entries.filter(([key]) => !isTraceOption(key)));
  const trace = Object.fromEntries(entries.filter(([key]) => isTraceOption(key)));
  return { own: own as Omit<T, keyof TraceOptions>, trace };
}

/** Scores a value by one scorer; metrics that a matcher decides by must be measured. */
export function scoreOne<Name extends ScorerName>(
  value: unknown,
  scorer: Name,
  options: ScorerOptions[Name],
  { format = null, ...rest }: Omit<TraceOptions, 'format'> & { readonly format?: string | null },
  metrics: readonly string[],
): ScoreReport {
  const { regex, ...rules } = rest;
  const expectations: Expectations = { ...rules, [scorer]: options };
  const services = regex === undefined ? {} : { regex };
  const [score] = scoreTraces([oneTrace(value, format)], expectations, services);
  return requireMeasured(score as ScoreReport, metrics);
}

/** A figure that was not measured neither holds nor does not hold, so no matcher may pass by it, negated or not. */
function requireMeasured(score: ScoreReport, ids: readonly string[]): ScoreReport {
  for (const id of ids) {
    if (score.metrics[id] !== null) continue;
    const why = score.notMeasured?.[id];
    throw optionError(`${id} is not measured${why === undefined ? '' : `: ${why}`}`);
  }
  return score;
}

/** The result of a matcher; `what` completes "expected the trace to …". */
export function resultOf(
  pass: boolean,
  score: ScoreReport,
  what: string,
  wording: Omit<CallWording, 'hasHits'> = {},
): MatcherResult {
  const headline = `expected the trace ${pass ? 'not ' : ''}to ${what}`;
  return { pass, message: () => explainScore(score, headline, { ...wording, hasHits: pass }) };
}
