import { ExactNumber, type Json, type JsonObject } from '#core';

/** JSON text with two blanks of indentation, exact numbers with all their digits. Members without a value are skipped. */
export function prettyJson(value: Json, indent = ''): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => prettyJson(item ?? null, inner));
    return wrap('[', items, ']', indent);
  }
  const members = Object.entries(value as JsonObject).flatMap(([key, held]) =>
    held === undefined ? [] : [`${JSON.stringify(key)}: ${prettyJson(held, inner)}`],
  );
  return wrap('{', members, '}', indent);
}

function wrap(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return open + close;
  const inner = `\n${indent}  `;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent}${close}`;
}
