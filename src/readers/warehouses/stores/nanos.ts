import type { Json } from '#core';

const TIME = /^(.+?)(?:\.(\d{1,9}))?Z$/;

/** A moment of ISO 8601 text in UTC, so many nanoseconds later; null where either is not known. */
export function addNanos(start: string, duration: Json | undefined): string | null {
  const [, seconds, fraction = ''] = TIME.exec(start) ?? [];
  const startMs = seconds === undefined ? NaN : Date.parse(`${seconds}Z`);
  const text = typeof duration === 'number' ? String(duration) : duration;
  if (Number.isNaN(startMs) || typeof text !== 'string' || !/^\d{1,19}$/.test(text)) return null;
  const nanos = BigInt(startMs) * 1_000_000n + BigInt(fraction.padEnd(9, '0')) + BigInt(text);
  const ms = Number(nanos / 1_000_000_000n) * 1000;
  if (!Number.isFinite(ms) || ms > 8.64e15) return null;
  const rest = String(nanos % 1_000_000_000n).padStart(9, '0');
  return new Date(ms).toISOString().replace(/\.000Z$/, `.${rest}Z`);
}
