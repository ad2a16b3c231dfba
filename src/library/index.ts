import {
  type AnyTrace,
  compileScorer as compile,
  type CompiledScorer,
  type EvalReport,
  evaluate as evaluateRows,
  type Evaluation,
  type Expectations,
  optionError,
  type Row,
  type ScoreReport,
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
  if (!Array.isArray(traces)) throw optionError('traces takes an array of traces');
  checkOptions(expectationsSchema, expectations, 'expectations');
  return scoreAll(traces, expectations, services);
}

/** Scores a dataset from a program and judges its gates. A row whose agent throws is errored, never "called nothing". */
export async function evaluate<R extends Row>(evaluation: Evaluation<R>): Promise<EvalReport> {
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
