import type { ParquetParsers } from 'hyparquet';
import type { Json, JsonObject } from '#core';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Values as all engines send them: times as ISO 8601 text, JSON as text, texts that are not UTF-8 as an error. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (ms: bigint | null) => isoOf(ms, 1_000n),
  timestampFromMicroseconds: (micros: bigint | null) => isoOf(micros, 1_000_000n),
  timestampFromNanoseconds: (nanos: bigint | null) => isoOf(nanos, 1_000_000_000n),
  dateFromDays: (days: number | null) =>
    days === null ? null : new Date(days * 86_400_000).toISOString().slice(0, 10),
  stringFromBytes: decode,
  jsonFromBytes: decode,
};

function decode(bytes: Uint8Array | null | undefined): string | null {
  return bytes === null || bytes === undefined ? null : UTF8.decode(bytes);
}

const MAX_SECONDS = 8_640_000_000_000n;

/** A count since 1970 as ISO 8601; `second` is how many make one. */
function isoOf(count: bigint | number | null | undefined, second: bigint): string | null {
  if (count === null || count === undefined) return null;
  const value = BigInt(count);
  const rest = ((value % second) + second) % second;
  const seconds = (value - rest) / second;
  if (seconds > MAX_SECONDS || seconds < -MAX_SECONDS) return null;
  const digits = String(second).length - 1;
  const fraction = String(rest).padStart(digits, '0');
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, `.${fraction}Z`);
}

/** A row as JSON. */
export function toJsonRow(row: Record<string, unknown>): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJson(value, 0)]));
}

const MAX_DEPTH = 64;

function toJson(value: unknown, depth: number): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'object':
      return value === null ? null : toJsonObject(value, depth);
    default:
      return null;
  }
}

function toJsonObject(value: object, depth: number): Json {
  if (depth > MAX_DEPTH) throw new Error('values are nested too deep');
  if (value instanceof Uint8Array) return UTF8.decode(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as unknown as ArrayLike<unknown>, (item) => toJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, toJson(member, depth + 1)]),
  );
}
