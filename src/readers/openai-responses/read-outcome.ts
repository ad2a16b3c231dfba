import { type CallStatus, isJsonObject, type Json, parseJson } from '#core';

/** How deep results are wrapped in one another at most: text of a result, whose text is a result. */
const DEPTH = 10;

/**
 * How a call ended by the `isError` of an MCP result inside its output, which may be JSON text inside JSON text; null where
 * there is none, since the output of a function has no word for failure.
 */
export function readOutcome(output: Json | undefined, depth: number = DEPTH): CallStatus | null {
  if (output === undefined || output === null || depth === 0) return null;
  if (typeof output === 'string') {
    if (!output.includes('isError')) return null;
    const parsed = parseJson(output);
    return parsed.ok ? readOutcome(parsed.value, depth - 1) : null;
  }
  if (Array.isArray(output)) return worst(output.map((one: Json) => readOutcome(one, depth - 1)));
  if (!isJsonObject(output)) return null;
  const { isError, content, text, output: inner, result } = output;
  if (isError === true) return 'error';
  const below = worst([content, text, inner, result].map((one) => readOutcome(one, depth - 1)));
  return below ?? (isError === false ? 'ok' : null);
}

function worst(outcomes: readonly (CallStatus | null)[]): CallStatus | null {
  return outcomes.find((one) => one === 'error') ?? outcomes.find((one) => one !== null) ?? null;
}
