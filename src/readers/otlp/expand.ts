import { isJsonObject, type Json } from '#core';
import type { Attributes } from './attributes.ts';

interface Branch {
  value: Json | undefined;
  readonly children: Map<string, Branch>;
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
    root ??= { value: undefined, children: new Map() };
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
    let next = branch.children.get(step);
    if (next === undefined) {
      next = { value: undefined, children: new Map() };
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
  if (children.size === 0) return value;
  const entries = [...children].flatMap(([key, branch]): [string, Json][] => {
    const inner = grown(branch);
    return inner === undefined ? [] : [[key, inner]];
  });
  if (!entries.every(([key]) => /^\d{1,9}$/.test(key))) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, one]) => one);
}
