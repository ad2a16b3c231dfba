import { isJsonObject, type Json } from '#core';
import { isCut } from './is-cut.ts';
import { parseAgain } from './parse-again.ts';
import { type DraftStatus, statusOfFlag, worstStatus } from './read-status.ts';

/** The maximum depth of nested results: text of a result, whose text is a result. */
const MAX_DEPTH = 10;

/** The beginning of an MCP result that was cut short, so that its `isError` may be lost. */
const CUT_RESULT = /^\s*\{\s*"(?:content|structuredContent)"\s*:[^]*[^}\s]\s*$/;

/**
 * How a call ended, by the `isError` of an MCP result inside its output, which may be JSON text inside JSON text. Null
 * without such a flag, since the output of a function has no mark of failure.
 */
export function readOutcome(
  output: Json | undefined,
  depth: number = MAX_DEPTH,
): DraftStatus | null {
  if (output === undefined || output === null || depth === 0) return null;
  if (typeof output === 'string') return readText(output, depth);
  if (Array.isArray(output))
    return worstStatus(...output.map((item: Json) => readOutcome(item, depth - 1)));
  if (!isJsonObject(output)) return null;
  const { isError, content, text, output: inner, result } = output;
  const below = [content, text, inner, result].map((part) => readOutcome(part, depth - 1));
  return worstStatus(statusOfFlag(isError), ...below);
}

function readText(text: string, depth: number): DraftStatus | null {
  if (!text.includes('isError')) return CUT_RESULT.test(text) ? 'unreadable' : null;
  const parsed = parseAgain(text);
  if (parsed.ok) return readOutcome(parsed.value, depth - 1);
  return isCut(text) ? 'unreadable' : null;
}
