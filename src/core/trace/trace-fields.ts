import { ExactNumber, type Json } from '../json/json.ts';
import { LIMITS, type TraceFindings } from './trace-findings.ts';

/** Whether a value can name a tool or a server. */
export function isName(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= LIMITS.nameLength &&
    value.isWellFormed()
  );
}

export const SERVER_HINT = 'leave server out when none was recorded';

/** Why a value cannot name a tool or a server. */
export function explainName(field: 'name' | 'server', value: Json | undefined): string {
  if (value === undefined) return `${field} is missing`;
  if (typeof value !== 'string') return `${field} must be text, not ${describeKind(value)}`;
  if (value === '') return `${field} is empty`;
  if (value.length > LIMITS.nameLength) {
    return `${field} has ${value.length} characters, at most ${LIMITS.nameLength} are allowed`;
  }
  return `${field} holds half of a surrogate pair, which is not text`;
}

/** An amount or null; the digits that a double cannot hold do not matter for money and tokens. */
export function parseNumber(
  pointer: string,
  value: Json | undefined,
  findings: TraceFindings,
): number | null {
  if (value === undefined || value === null) return null;
  const amount = value instanceof ExactNumber ? Number(value.text) : value;
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (typeof amount === 'number' && Number.isFinite(amount)) {
    if (amount >= 0 && amount <= LIMITS.amount) return amount;
    findings.warn(
      'READ_AMOUNT_ODD',
      pointer,
      `${field} is below 0 or beyond 10^12; it was left out`,
    );
    return null;
  }
  findings.fail(pointer, `${field} must be a number or null, not ${describeKind(value)}`);
  return null;
}

/** Text or null. */
export function parseOptionalText(
  pointer: string,
  value: Json | undefined,
  findings: TraceFindings,
): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const hint = typeof value === 'number' ? `write it in quotes: "${value}"` : undefined;
  findings.fail(pointer, `${field} must be text or null, not ${describeKind(value)}`, hint);
  return null;
}

/** What kind of thing a value is, for messages. */
export function describeKind(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value);
  if (value instanceof ExactNumber) return 'a number';
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
