import { ExactNumber, isJsonObject, type Json } from './json.ts';
import { MAX_JSON_DEPTH } from './parsed-json.ts';

interface Frame {
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly values: readonly Json[];
  next: number;
}

// Far beyond what parseJson accepts; a value that deep contains itself.
const MAX_DEPTH = 100_000;

/** Compact JSON text of a value, exact numbers with all their digits. */
export function stringifyJson(value: Json): string {
  return isPlain(value, 0) ? JSON.stringify(value) : stringifyExactly(value);
}

/** Whether the runtime writes a value as we do, which it does faster: not exact numbers, and not what is nested deeply. */
function isPlain(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof ExactNumber || depth > MAX_JSON_DEPTH) return false;
  for (const one of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value))
    if (!isPlain(one, depth + 1)) return false;
  return true;
}

function stringifyExactly(value: Json): string {
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
    if (frame.keys !== null) text += `${JSON.stringify(frame.keys[index])}:`;
    text += open(frame.values[index]!, frames);
  }
}

/** The text of a leaf, or the opening of a list or object whose frame it pushes. */
function open(value: Json, frames: Frame[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return value.text;
  if (isJsonObject(value)) {
    frames.push({ keys: Object.keys(value), values: Object.values(value), next: 0 });
    return '{';
  }
  frames.push({ keys: null, values: value, next: 0 });
  return '[';
}
