import type { Json } from '#core';
import { parseAgain } from '../draft/parse-again.ts';

/** The value of JSON text; other values are returned unchanged. */
export function parseText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = /^\s*[[{"]/.test(value) ? parseAgain(value) : null;
  return parsed?.ok === true ? parsed.value : value;
}
