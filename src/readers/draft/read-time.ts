import { ExactNumber, type Json, LIMITS } from '#core';

/** A moment as ISO 8601 in UTC with milliseconds; undefined when the value is not a valid time. */
export function readTime(value: Json | undefined, unit: TimeUnit = 'guess'): string | undefined {
  const isPlain = typeof value === 'string' && PLAIN.test(value);
  const ms = isPlain ? readPlain(value) : readMs(value, unit);
  // Before 1971 or after 2999 it is a counter or a mistake, not the time of an agent's run.
  if (ms === null || ms < 31_536_000_000 || ms > 32_503_680_000_000) return undefined;
  return isPlain ? writePlain(value, ms) : new Date(ms).toISOString();
}

/** How long it took; undefined when either end is missing or they cannot belong together. */
export function durationMs(
  start: Json | undefined,
  end: Json | undefined,
  unit: TimeUnit = 'guess',
): number | undefined {
  return msBetween(readMs(start, unit), readMs(end, unit));
}

/** The same of milliseconds since 1970; a double of them is good for microseconds. */
export function msBetween(from: number | null, to: number | null): number | undefined {
  if (from === null || to === null || to < from || to - from > LIMITS.amount) return undefined;
  return Math.round((to - from) * 1000) / 1000;
}

/** What a bare number counts; `guess` goes by its size. Text with a date in it needs no unit. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns' | 'guess';

/** Milliseconds since 1970; null when the value is not a time. */
export function readMs(value: Json | undefined, unit: TimeUnit = 'guess'): number | null {
  if (typeof value === 'number') return scale(value, unit);
  if (value instanceof ExactNumber) return scale(Number(value.text), unit);
  if (typeof value !== 'string') return null;
  if (PLAIN.test(value)) return readPlain(value);
  if (/^\d+(?:\.\d+)?$/.test(value)) return scale(Number(value), unit);
  const date = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value);
  if (date === null) return null;
  // A time without a zone is read as UTC: it must not depend on the machine.
  const [, day, clock, fraction = '', zone = 'Z'] = date;
  const ms = Date.parse(`${day}T${clock}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(ms) ? null : ms + Number(`0${fraction}`) * 1000;
}

function scale(value: number, unit: TimeUnit): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  switch (unit) {
    case 's':
      return value * 1000;
    case 'ms':
      return value;
    case 'us':
      return value / 1000;
    case 'ns':
      // A double stores nanoseconds since 1970 to a quarter of a microsecond.
      return Math.round(value / 1000) / 1000;
    case 'guess':
      return scale(value, value < 1e11 ? 's' : value < 1e14 ? 'ms' : value < 1e17 ? 'us' : 'ns');
  }
}

/**
 * How nearly all times are written: `2026-01-28T12:00:00.123Z`. The last days of months are left to the calendar of the
 * runtime, which is slow.
 */
const PLAIN =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z?$/;

/** A plain time as we write times, which is how most are written. */
function writePlain(text: string, ms: number): string {
  if (text.length === 24 && text.endsWith('Z')) return text;
  const fraction = Math.trunc(ms) % 1000;
  // A double may round the end of a long fraction up to the next second.
  if (fraction === 0 && text.startsWith('999', 20)) return new Date(ms).toISOString();
  return `${text.slice(0, 19)}.${String(fraction).padStart(3, '0')}Z`;
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

function readPlain(text: string): number {
  const ms = Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
  );
  const end = text.endsWith('Z') ? text.length - 1 : text.length;
  return end < 20 ? ms : ms + (digits(text, 20, end) / POWERS[end - 20]!) * 1000;
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 0x30;
  return number;
}
