import { isJsonObject, type Json } from '#core';
import { isCut } from '../draft/is-cut.ts';
import type { Attributes } from './attributes.ts';
import { expand } from './expand.ts';
import { parseText } from './parse-text.ts';

/** Messages under their current or previous name, as one attribute or many. */
export function conversation(
  attributes: Attributes,
  name: string,
  before: string,
): Json | undefined {
  const value = attributes.get(name) ?? expand(attributes, before);
  return value === undefined ? undefined : unfold(value);
}

/** What a model answered is the assistant's, whether a message says so or not. */
export function withRoles(output: Json | undefined): Json | undefined {
  if (!Array.isArray(output)) return output;
  return output.map((message: Json): Json =>
    isJsonObject(message) && (message.role ?? null) === null
      ? { ...message, role: 'assistant' }
      : message,
  );
}

const CUT_CALLS = /^\s*\[\s*\{[^]*"(?:id|function)"/;

/** Koog writes the calls of an answer as JSON text in the place of its words. */
function unfold(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.map((message: Json): Json => {
    if (!isJsonObject(message) || message.role !== 'assistant') return message;
    const calls = parseText(message.content);
    // Text that was cut short is a call that cannot be read.
    if (typeof calls === 'string' && CUT_CALLS.test(calls) && isCut(calls))
      return { role: 'assistant', tool_calls: [calls] };
    const isCalls =
      Array.isArray(calls) &&
      calls.length > 0 &&
      calls.every((call: Json) => isJsonObject(call) && isJsonObject(call.function));
    return isCalls ? { role: 'assistant', tool_calls: calls } : message;
  });
}
