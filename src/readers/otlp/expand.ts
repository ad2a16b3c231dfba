import { isJsonObject, type Json } from '#core';
import type { Attributes } from './attributes.ts';

interface Branch {
  value: Json | undefined;
  children: Map<string, Branch> | null;
}

/**
 * What lies below a dotted prefix, as one value: `a.0.b` and `a.1.b` make a list of two objects. Exporters flatten some
 * levels and nest others, so both may be mixed. Indexes are sorted as numbers, and gaps between them closed.
 */
export function expand(attributes: Attributes, prefix: string): Json | undefined {
  let root: Branch | null = null;
  for (const [key, value] of attributes) {
    const path = pathBelow(key, prefix, value);
    if (path === null) continue;
    root ??= { value: undefined, children: null };
    plant(root, path.steps, path.value);
  }
  return root === null ? undefined : grown(root);
}

/** Where below a prefix an attribute lies; null when it does not. */
function pathBelow(
  key: string,
  prefix: string,
  value: Json,
): { readonly steps: readonly string[]; readonly value: Json } | null {
  if (key.startsWith(prefix)) {
    if (key.length === prefix.length) return { steps: [], value };
    if (key.charAt(prefix.length) !== '.') return null;
    return { steps: key.slice(prefix.length + 1).split('.'), value };
  }
  // A dump may nest from the first level on: { "llm": { "input_messages": … } }.
  if (!isJsonObject(value) || !prefix.startsWith(key) || prefix.charAt(key.length) !== '.')
    return null;
  const inner = dig(value, prefix.slice(key.length + 1).split('.'));
  return inner === undefined ? null : { steps: [], value: inner };
}

/** What a user's program put there is a value of its own, whatever its keys look like. */
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
    if (next === undefined) {
      next = { value: undefined, children: null };
      branch.children.set(step, next);
    }
    branch = next;
  }
  if (!OPAQUE.has(path.at(-1)) && (isJsonObject(value) || Array.isArray(value))) {
    for (const [key, one] of Object.entries(value) as [string, Json][])
      plant(branch, key.split('.'), one);
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
  if (!keys.every(isIndex)) return Object.fromEntries(keys.map((key, at) => [key, values[at]!]));
  if (keys.every((key, at) => at === 0 || Number(keys[at - 1]) <= Number(key))) return values;
  const entries = keys.map((key, at) => ({ index: Number(key), value: values[at]! }));
  return entries.sort((a, b) => a.index - b.index).map((one) => one.value);
}

function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^\d{1,9}$/.test(key);
}
