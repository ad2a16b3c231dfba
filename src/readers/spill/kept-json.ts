import { isPlainJson, type Json, parseJson, stringifyAsWritten } from '#core';

/** JSON text for a temporary file. Its first character says whether the runtime reads it without a loss. */
export function writeKept(value: Json): string {
  return isPlainJson(value) ? `=${JSON.stringify(value)}` : `~${stringifyAsWritten(value)}`;
}

/** The value of a text of `writeKept`; undefined where the text is not JSON that is accepted. */
export function readKept(text: string): Json | undefined {
  if (text.startsWith('=')) return JSON.parse(text.slice(1)) as Json;
  const parsed = parseJson(text.slice(1));
  return parsed.ok ? parsed.value : undefined;
}
