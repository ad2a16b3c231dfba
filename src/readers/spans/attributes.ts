import { ExactNumber, isJsonObject, type Json, type JsonObject } from '#core';

/** Attributes by their dotted keys. */
export type Attributes = ReadonlyMap<string, Json>;

/**
 * Reads attributes: OTLP's list of keys with typed values, Jaeger's tags, or a plain object. Null for anything else,
 * also in the place of a key or a value.
 */
export function readAttributes(value: Json | undefined): Attributes | null {
  const attributes = new Map<string, Json>();
  if (value === undefined || value === null) return attributes;
  if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) attributes.set(key, member);
    return attributes;
  }
  if (!Array.isArray(value)) return null;
  for (const item of value as readonly Json[]) {
    if (!isJsonObject(item) || typeof item.key !== 'string') return null;
    const text = textIn(item.value);
    if (text === null && isMisread(item.value)) return null;
    attributes.set(item.key, text ?? readAnyValue(item.value));
  }
  return attributes;
}

/** The text of a value that is nothing but text, as most values are; null for any other value. */
function textIn(value: Json | undefined): string | null {
  if (!isJsonObject(value) || typeof value.stringValue !== 'string') return null;
  for (const key in value) if (key !== 'stringValue') return null;
  return value.stringValue;
}

/** A value as OTLP types it, or unchanged where it has no type; its depth is bounded by that of JSON. */
export function readAnyValue(value: Json | undefined): Json {
  if (value === undefined) return null;
  if (!isJsonObject(value)) return value;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } =
    value;
  // 64-bit integers are text by the standard, and numbers by the habit of some exporters.
  if (intValue !== undefined) return readInt(intValue);
  if (arrayValue !== undefined) return valuesOf(arrayValue).map(readAnyValue);
  if (kvlistValue !== undefined) return readKeyValues(valuesOf(kvlistValue));
  return stringValue ?? boolValue ?? doubleValue ?? bytesValue ?? (isTyped(value) ? null : value);
}

const KINDS: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ['stringValue', (value) => typeof value === 'string'],
  ['boolValue', (value) => typeof value === 'boolean'],
  ['intValue', isScalar],
  ['doubleValue', isScalar],
  ['bytesValue', (value) => typeof value === 'string'],
  ['arrayValue', isJsonObject],
  ['kvlistValue', isJsonObject],
]);

/** Whether a value has neither a type of OTLP nor its JSON type. An empty value or null is not set. */
function isMisread(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 0) return false;
  const typed = keys.filter((key) => KINDS.has(key));
  return (
    typed.length === 0 ||
    typed.some((key) => value[key] !== null && KINDS.get(key)?.(value[key]) !== true)
  );
}

function isScalar(value: Json | undefined): boolean {
  return typeof value !== 'object' || value instanceof ExactNumber;
}

const TYPED = /^(?:string|bool|double|bytes)Value$/;

function isTyped(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length === 0 || keys.some((key) => TYPED.test(key));
}

function readInt(value: Json): Json {
  if (typeof value !== 'string') return value;
  const number = Number(value);
  return /^-?\d+$/.test(value) && Number.isSafeInteger(number) ? number : value;
}

function readKeyValues(list: readonly Json[]): JsonObject {
  const entries = list.flatMap((item): [string, Json][] =>
    isJsonObject(item) && typeof item.key === 'string'
      ? [[item.key, readAnyValue(item.value)]]
      : [],
  );
  return Object.fromEntries(entries);
}

function valuesOf(value: Json): readonly Json[] {
  return isJsonObject(value) && Array.isArray(value.values)
    ? (value.values as readonly Json[])
    : [];
}
