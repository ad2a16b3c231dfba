import { isJsonObject, type Json, type JsonObject, type Trace } from '#core';

/** The text of a value that rows and traces are joined by; null where it is neither text nor a number. */
function keyOf(value: Json | undefined): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What is at a path of keys with dots between; a key may have dots itself. */
function lookUp(value: Json, path: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const below = lookUp(value[key] as Json, path.slice(dot + 1));
    if (below !== undefined) return below;
  }
  return undefined;
}

/** What a row is joined by; null where it has nothing there. */
export function rowKey(row: JsonObject, path: string): string | null {
  return keyOf(lookUp(row, path));
}

/** What a trace is joined by; null where it has nothing there. */
export function traceKey(trace: Trace, path: string): string | null {
  const { id, test, case: row, agent, input, metadata } = trace;
  return keyOf(lookUp({ id, test, case: row, agent, input, metadata }, path));
}
