import { isJsonObject, type Json, type JsonObject } from '#core';
import type { Attributes } from './attributes.ts';

interface Branch {
  value: Json | undefined;
  children: Map<string, Branch> | null;
}

/**
 * The attributes below a dotted prefix, as a value: `a.0.b` and `a.1.b` make a list of two objects. Exporters flatten
 * some levels and nest others, so both may be mixed. Indexes are sorted as numbers, and gaps between them closed.
 */
export function expand(attributes: Attributes, prefix: string): Json | undefined {
  let root: Branch | null = null;
  for (const [key, value] of attributes) {
    if (key.startsWith(prefix)) {
      const steps = stepsBelow(key, prefix);
      if (steps !== null) plant((root ??= newBranch()), steps, value);
    } else if (isJsonObject(value) && prefix.startsWith(key)) {
      // A dump may nest from the first level on: { "llm": { "input_messages": … } }.
      const path = stepsBelow(prefix, key);
      const inner = path === null ? undefined : dig(value, path);
      if (inner !== undefined) plant((root ??= newBranch()), [], inner);
    }
  }
  return root === null ? undefined : grown(root);
}

function newBranch(): Branch {
  return { value: undefined, children: null };
}

/** How many different keys are cached, and their maximum length. */
const MAX_CACHED_KEYS = 4096;
const LONGEST = 256;

/** Split keys, by the length of the omitted prefix: every span repeats the same keys. */
const stepCache = new Map<number, Map<string, readonly string[]>>();

/** The steps from a prefix of a key to its end; null when the prefix ends inside a step. */
function stepsBelow(key: string, prefix: string): readonly string[] | null {
  if (key.length === prefix.length) return [];
  if (key.charAt(prefix.length) !== '.') return null;
  let ofLength = stepCache.get(prefix.length);
  if (ofLength === undefined) stepCache.set(prefix.length, (ofLength = new Map()));
  let steps = ofLength.get(key);
  if (steps === undefined) {
    steps = key.slice(prefix.length + 1).split('.');
    if (ofLength.size >= MAX_CACHED_KEYS) ofLength.clear();
    if (key.length <= LONGEST) ofLength.set(key, steps);
  }
  return steps;
}

/** A value of the user's program is not expanded, whatever its keys look like. */
const OPAQUE: ReadonlySet<string | undefined> = new Set([
  'arguments',
  'parameters',
  'value',
  'json_schema',
]);

/** Deeper than any convention goes; keys of a hostile file may be all dots. */
const MAX_DEPTH = 32;

function plant(root: Branch, path: readonly string[], value: Json): void {
  if (path.length > MAX_DEPTH) return;
  let branch = root;
  for (const step of path) {
    branch.children ??= new Map();
    let next = branch.children.get(step);
    if (next === undefined) branch.children.set(step, (next = newBranch()));
    branch = next;
  }
  const isOpen = typeof value === 'object' && !OPAQUE.has(path.at(-1));
  if (isOpen && (isJsonObject(value) || Array.isArray(value))) {
    for (const [key, member] of Object.entries(value) as [string, Json][])
      plant(branch, key.split('.'), member);
    if (Object.keys(value).length === 0) branch.value ??= value;
  } else branch.value = value;
}

/** What lies at the end of a path of keys. */
export function dig(value: Json | undefined, path: readonly string[]): Json | undefined {
  let inner = value;
  for (const step of path) {
    if (!isJsonObject(inner) || !Object.hasOwn(inner, step)) return undefined;
    inner = inner[step];
  }
  return inner;
}

function grown({ value, children }: Branch): Json | undefined {
  if (children === null) return value;
  const keys: string[] = [];
  const values: Json[] = [];
  for (const [key, branch] of children) {
    const inner = grown(branch);
    if (inner === undefined) continue;
    keys.push(key);
    values.push(inner);
  }
  if (!keys.every(isIndex)) return buildObject(keys, values);
  if (keys.every((key, at) => at === 0 || Number(keys[at - 1]) <= Number(key))) return values;
  const entries = keys.map((key, at) => ({ index: Number(key), value: values[at]! }));
  return entries.sort((a, b) => a.index - b.index).map((entry) => entry.value);
}

function buildObject(keys: readonly string[], values: readonly Json[]): JsonObject {
  // Setting it would change the prototype instead.
  if (keys.includes('__proto__'))
    return Object.fromEntries(keys.map((key, at) => [key, values[at]!]));
  const object: Record<string, Json> = {};
  keys.forEach((key, at) => (object[key] = values[at]!));
  return object;
}

function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^\d{1,9}$/.test(key);
}
