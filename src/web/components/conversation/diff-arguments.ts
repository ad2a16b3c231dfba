import { equalJson, isJsonObject, type Json, stringifyJson } from '#core';
import { unfoldJson } from './unfold-json.ts';

/** A line of the difference between the arguments of a call and those of its label. */
export interface DiffLine {
  /** Who has it: both, the call alone or the label alone. */
  readonly side: 'both' | 'called' | 'expected';
  readonly depth: number;
  /** Null for a value that is not inside of anything. */
  readonly key: string | null;
  /** Compact JSON; empty above the parts of a list or object that differ. */
  readonly text: string;
  /** What is wrong, where only one side has the key. */
  readonly word?: 'missing' | 'not in the label';
}

/** The arguments of a call against those of its label, line by line in the order of the call. */
export function diffArguments(called: Json | undefined, expected: Json | undefined): DiffLine[] {
  return diff(null, called, expected, 0);
}

function diff(
  key: string | null,
  called: Json | undefined,
  expected: Json | undefined,
  depth: number,
): DiffLine[] {
  const line = (side: DiffLine['side'], value: Json): DiffLine => ({
    side,
    depth,
    key,
    text: stringifyJson(value),
  });
  if (called === undefined)
    return expected === undefined
      ? []
      : [{ ...line('expected', expected), ...wordFor(key, 'missing') }];
  if (expected === undefined)
    return [{ ...line('called', called), ...wordFor(key, 'not in the label') }];
  if (key !== null && equalJson(called, expected)) return [line('both', called)];
  const [left, right] = [contentOf(called), contentOf(expected)];
  const inner = key === null ? depth : depth + 1;
  const parts = diffParts(left, right, inner);
  if (parts === null) return [line('called', called), line('expected', expected)];
  return key === null ? parts : [{ side: 'both', depth, key, text: '' }, ...parts];
}

/** The lines of two objects, or of two lists that are as long; null where they cannot be compared part by part. */
function diffParts(called: Json, expected: Json, depth: number): DiffLine[] | null {
  if (isJsonObject(called) && isJsonObject(expected)) {
    const keys = [...new Set([...Object.keys(called), ...Object.keys(expected)])];
    return keys.flatMap((key) => diff(key, valueOf(called, key), valueOf(expected, key), depth));
  }
  if (!Array.isArray(called) || !Array.isArray(expected)) return null;
  const [left, right]: readonly (readonly Json[])[] = [called, expected];
  if (left?.length !== right?.length || left === undefined) return null;
  return left.flatMap((item, i) => diff(`[${i}]`, item, right?.[i], depth));
}

/** What a text holds where it holds JSON: models send both. */
function contentOf(value: Json): Json {
  return typeof value === 'string' ? (unfoldJson(value) ?? value) : value;
}

function valueOf(object: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function wordFor(key: string | null, word: NonNullable<DiffLine['word']>): Pick<DiffLine, 'word'> {
  return key === null ? {} : { word };
}
