import { ExactNumber, type Json } from '#core';

/** A value of a column as the text of an id; empty where there is none. */
export function plainText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
