import { isJsonObject, type Json, type JsonObject } from '#core';

/** References that are followed one after another. */
const MAX_STEPS = 20;

/**
 * The keywords of a schema with references into the same document followed; keywords beside a reference win. Null
 * where it is not an object, or leads nowhere.
 */
export function resolveSchema(schema: Json | undefined, root: JsonObject): JsonObject | null {
  const parts: JsonObject[] = [];
  let next: Json | undefined = schema;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (next === undefined || !isJsonObject(next)) return null;
    const { $ref, allOf, ...rest } = next;
    parts.unshift(rest);
    const [only, ...others] = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
    if (typeof $ref === 'string') next = lookUp($ref, root);
    else if (only !== undefined && others.length === 0) next = only;
    else return Object.assign({}, ...parts, allOf === undefined ? {} : { allOf }) as JsonObject;
  }
  return null;
}

function lookUp(reference: string, root: JsonObject): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  const steps = decode(reference.slice(1)).split('/').slice(1);
  let value: Json | undefined = root;
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === undefined || !isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
