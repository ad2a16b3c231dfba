import { ExactNumber, isJsonObject, type Json, type JsonObject } from './json.ts';
import { MAX_JSON_DEPTH } from './parsed-json.ts';
import { hasWholeFloats, isWholeFloat } from './whole-floats.ts';

interface Frame {
  /** The object itself; for a list, an empty one. */
  readonly object: JsonObject;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly values: readonly Json[];
  next: number;
}

const NOT_AN_OBJECT: JsonObject = {};

// Far beyond what parseJson accepts; a value that deep contains itself.
const MAX_DEPTH = 100_000;

/** Compact JSON text of a value, exact numbers with all their digits. Equal numbers have equal text. */
export function stringifyJson(value: Json): string {
  return write(value, false);
}

/** The same, but `1.0` stays `1.0`: for files in which values are kept. */
export function stringifyAsWritten(value: Json): string {
  return write(value, true);
}

function write(value: Json, asWritten: boolean): string {
  return isPlain(value, 0, asWritten) ? JSON.stringify(value) : stringifyExactly(value, asWritten);
}

/** Whether the runtime writes a value as it was written, and reads it back. */
export function isPlainJson(value: Json): boolean {
  return isPlain(value, 0, true);
}

/** Whether the runtime writes a value as we do, which it does faster: not exact numbers, and not what is nested deeply. */
function isPlain(value: Json, depth: number, asWritten: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof ExactNumber || depth > MAX_JSON_DEPTH) return false;
  if (asWritten && hasWholeFloats(value)) return false;
  for (const part of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value))
    if (!isPlain(part, depth + 1, asWritten)) return false;
  return true;
}

function stringifyExactly(value: Json, asWritten: boolean): string {
  const frames: Frame[] = [];
  let text = open(value, frames);
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) return text;
    if (frame.next === frame.values.length) {
      text += frame.keys === null ? ']' : '}';
      frames.pop();
      continue;
    }
    if (frames.length > MAX_DEPTH) throw new RangeError('a value that contains itself is not JSON');
    const index = frame.next;
    frame.next += 1;
    if (index > 0) text += ',';
    const key = frame.keys?.[index];
    if (key !== undefined) text += `${JSON.stringify(key)}:`;
    const item = frame.values[index]!;
    text += open(item, frames);
    if (asWritten && key !== undefined && isWholeFloat(frame.object, key) && !isLarge(item)) {
      text += '.0';
    }
  }
}

/** Whether the runtime writes a number with a power. */
function isLarge(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) >= 1e21;
}

/** The text of a leaf, or the opening of a list or object whose frame it pushes. */
function open(value: Json, frames: Frame[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  if (isJsonObject(value)) {
    // As the runtime does it: a member that is not set is not written.
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    frames.push({ object: value, keys, values: keys.map((key) => value[key]!), next: 0 });
    return '{';
  }
  frames.push({ object: NOT_AN_OBJECT, keys: null, values: value, next: 0 });
  return '[';
}
