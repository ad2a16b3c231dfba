/** A point in time as ISO 8601 writes it. */
export interface WrittenTime {
  /** Days since 1970-01-01 of the calendar day as written, whatever its offset. */
  readonly day: number;
  /** Nanoseconds since 1970-01-01 UTC; null of a day alone, and of a time without an offset. */
  readonly instant: bigint | null;
  /** Whether a time of day is written. */
  readonly hasTime: boolean;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?)?$/;

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

/** A day, or a day with a time, in the form of ISO 8601; null where the text is not one that exists. */
export function parseTime(text: string): WrittenTime | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const part = (at: number): number => Number(match[at] ?? 0);
  const [year, month, dayOfMonth] = [part(1), part(2), part(3)];
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month)) return null;
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const day = daysBefore(year) + dayOfYear(year, month) + dayOfMonth - 1 - EPOCH;
  const hasTime = match[4] !== undefined;
  const hasOffset = match[8] !== undefined || match[9] !== undefined;
  if (!hasTime || !hasOffset) return { day, instant: null, hasTime };
  const [offsetHours, offsetMinutes] = [part(10), part(11)];
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * (match[9] === '-' ? -1 : 1);
  const seconds = day * 86_400 + (hour * 60 + minute - offset) * 60 + second;
  const nanos = BigInt((match[7] ?? '').padEnd(9, '0'));
  return { day, instant: BigInt(seconds) * 1_000_000_000n + nanos, hasTime };
}

/** A day alone, such as `2026-03-01`; null where the text is not one. */
export function parseDay(text: string): number | null {
  const time = parseTime(text);
  return time === null || time.hasTime ? null : time.day;
}

/** Days from 0000-01-01 to the first day of a year. */
function daysBefore(year: number): number {
  const full = year - 1;
  const leap = Math.floor(full / 4) - Math.floor(full / 100) + Math.floor(full / 400);
  return full * 365 + leap;
}

const EPOCH = daysBefore(1970);

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function dayOfYear(year: number, month: number): number {
  return (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month > 2 && isLeap(year) ? 1 : 0);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
