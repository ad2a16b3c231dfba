import { isJsonObject, type Json, type JsonObject } from '#core';
import type { SampledCase } from '../sampling/sampled-case.ts';
import type { LabelBook } from './label-book.ts';

/** What is rated about a case: what its label expects, and what the agent called. */
export interface RatedCall {
  readonly expected: JsonObject;
  readonly called: readonly Json[];
}

/** What is rated about a case; null where its label has no arguments, or nothing was called. */
export function ratedCall({ id, trace }: SampledCase, labels: LabelBook): RatedCall | null {
  const answer = labels.settle(id).label?.answer;
  const called = trace.tool_calls as readonly Json[] | undefined;
  if (answer === undefined || called === undefined || called.length === 0) return null;
  const calls = Object.hasOwn(answer, 'expected_calls')
    ? (answer.expected_calls as readonly Json[])
    : [];
  const hasArguments =
    Object.hasOwn(answer, 'expected_args') ||
    calls.some((call) => isJsonObject(call) && Object.hasOwn(call, 'args'));
  return hasArguments ? { expected: answer, called } : null;
}
