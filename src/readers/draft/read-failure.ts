import { isJsonObject, type Json } from '#core';

/** The content of an `error` member: its text, its message, or its kind; null when there is no error. */
export function readFailure(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === false || value === '') return null;
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return 'an error that is not described';
  for (const key of ['message', 'error', 'type', 'code', 'name'] as const) {
    const part = value[key];
    if (typeof part === 'string' && part !== '') return part;
    if (isJsonObject(part)) return readFailure(part);
  }
  return 'an error that is not described';
}
