import type { Json } from '#core';
import { parseText } from '../../spans/parse-text.ts';

/** JSON in a text column; empty text is an absent value. */
export function payloadOf(value: Json | undefined): Json {
  return value === undefined || value === '' ? null : (parseText(value) ?? null);
}
