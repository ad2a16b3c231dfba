import { isJsonObject, type Json } from '#core';

/** What an `error` member says: its text, its message, or what kind it is; null when there is none. */
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
