import { ExactNumber, type Json } from '#core';

/** A moment as ISO 8601 in UTC with milliseconds; undefined when the value is no time that a calendar knows. */
export function readTime(value: Json | undefined, unit: TimeUnit = 'guess'): string | undefined {
  const ms = readMs(value, unit);
  // Before 1971 or after 2999 it is a counter or a mistake, not the time of an agent's run.
  if (ms === null || ms < 31_536_000_000 || ms > 32_503_680_000_000) return undefined;
  return new Date(ms).toISOString();
}

/** How long it took; undefined when either end is missing or they stand in the wrong order. */
export function durationMs(
  start: Json | undefined,
  end: Json | undefined,
  unit: TimeUnit = 'guess',
): number | undefined {
  const from = readMs(start, unit);
  const to = readMs(end, unit);
  if (from === null || to === null || to < from) return undefined;
  return Math.round((to - from) * 1000) / 1000;
}

/** What a bare number counts; `guess` goes by its size. Text with a date in it needs no unit. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns' | 'guess';

/** Milliseconds since 1970; null when the value is no time. */
export function readMs(value: Json | undefined, unit: TimeUnit): number | null {
  if (typeof value === 'number') return scale(value, unit);
  if (value instanceof ExactNumber) return scale(Number(value.text), unit);
  if (typeof value !== 'string') return null;
  if (/^\d+(?:\.\d+)?$/.test(value)) return scale(Number(value), unit);
  const date = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(value);
  if (date === null) return null;
  // A time without a zone is taken as UTC: it must not depend on where it is read.
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
      // A double holds nanoseconds since 1970 to a quarter of a microsecond.
      return Math.round(value / 1000) / 1000;
    case 'guess':
      return scale(value, value < 1e11 ? 's' : value < 1e14 ? 'ms' : value < 1e17 ? 'us' : 'ns');
  }
}
