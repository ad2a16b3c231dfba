import {
  type AnyTrace,
  compileScorer as compile,
  type CompiledScorer,
  type EvalReport,
  evaluate as evaluateRows,
  type Evaluation,
  type Expectations,
  type Known,
  optionError,
  type Row,
  type ScoreReport,
  type ScoresOf,
  type ScorerName,
  type ScorerOptions,
  scoreTraces as scoreAll,
  type Services,
} from '#core';
import { evaluationSchema, expectationsSchema, scorerOptions } from '#schema';
import { checkOptions } from './check-options.ts';

/** Compiles a scorer for one expectation. Keep it when you score many traces. */
export function compileScorer<Name extends ScorerName>(
  name: Name,
  options: ScorerOptions[Name],
  services: Services = {},
): CompiledScorer {
  checkOptions(expectationsSchema, { [name]: options }, 'scorer');
  return compile(name, options, services);
}

/** Scores one trace, with the evidence: which class was missed, which call was unexpected and why. */
export function scoreTrace<const E extends Expectations>(
  trace: AnyTrace,
  expectations: Known<E>,
  services: Services = {},
): ScoresOf<E> {
  return scoreTraces<E>([trace], expectations, services);
}

/** Scores several runs of one scenario: counts are summed, metrics derived once. */
export function scoreTraces<const E extends Expectations>(
  traces: readonly AnyTrace[],
  expectations: Known<E>,
  services: Services = {},
): ScoresOf<E> {
  if (!Array.isArray(traces)) throw optionError('traces takes an array of traces');
  checkOptions(expectationsSchema, expectations, 'expectations');
  const scores: readonly ScoreReport[] = scoreAll(traces, expectations, services);
  return scores as ScoresOf<E>;
}

/** Scores a dataset from a program and judges its gates. A row whose agent throws is errored, never "called nothing". */
export async function evaluate<R extends Row, Custom extends string = never>(
  evaluation: Evaluation<R, Custom>,
): Promise<EvalReport> {
  checkOptions(evaluationSchema, evaluation, 'evaluation');
  const { dataset, agent, scorers } = evaluation;
  if (!isIterable(dataset)) throw optionError('evaluation.dataset takes an iterable of rows');
  if (agent !== undefined && typeof agent !== 'function')
    throw optionError('evaluation.agent takes a function');
  for (const [index, { type, options }] of scorers.entries()) {
    const schema = scorerOptions[type];
    if (typeof options === 'function' || schema === undefined) continue;
    // Without a label in the options it is the row's.
    const label = schema.required?.includes('label') === true ? { label: {} } : {};
    const isObject = typeof options === 'object' && options !== null;
    const checked = isObject ? { ...label, ...options } : options;
    checkOptions(schema, checked, `evaluation.scorers.${index}.options`);
  }
  return await evaluateRows(evaluation);
}

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}
