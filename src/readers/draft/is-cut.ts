import type { Json } from '#core';
import { parseAgain } from './parse-again.ts';

/** Whether a text began as JSON and does not end as such: exporters cut long values short. */
export function isCut(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\s*[[{]/.test(value) && !parseAgain(value).ok;
}

/** What SDKs write in the place of a value that may not be recorded, or was too long for it. */
const PLACEHOLDER = /^(?:__REDACTED__|\[?redacted\]?|<(?:elided|redacted|truncated[^>]*)>)$/i;

/** Whether a value is missing, or is a placeholder for a missing value. */
export function isAbsent(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 'null') return true;
  if (typeof value === 'string') return PLACEHOLDER.test(value.trim());
  return typeof value === 'object' && Object.keys(value).length === 0;
}
