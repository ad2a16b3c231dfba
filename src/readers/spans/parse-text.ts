import type { Json } from '#core';
import { parseLast } from '../draft/parse-last.ts';

/** The value of JSON text; other values are returned unchanged. */
export function parseText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = /^\s*[[{"]/.test(value) ? parseLast(value) : null;
  return parsed?.ok === true ? parsed.value : value;
}
