import { isJsonObject, type Json, type JsonObject } from '#core';

/** The names of the levels of an export request, by signal. */
const LEVELS = [
  { outer: 'resourceSpans', scopes: ['scopeSpans', 'instrumentationLibrarySpans'], inner: 'spans' },
  {
    outer: 'resourceLogs',
    scopes: ['scopeLogs', 'instrumentationLibraryLogs'],
    inner: 'logRecords',
  },
] as const;

/** A span or a log record in its request. */
export interface OtlpRecord {
  readonly outer: 'resourceSpans' | 'resourceLogs';
  readonly resource: JsonObject;
  readonly scope: JsonObject;
  readonly record: JsonObject;
  /** The resource and the scope with these records alone. */
  readonly hold: (records: readonly JsonObject[]) => JsonObject;
}

/** All spans and log records of an export request. Throws where a level of it is something else. */
export function* recordsOf(request: Json): Generator<OtlpRecord> {
  if (!isJsonObject(request)) throw new TypeError('the request must be an object');
  for (const { outer, scopes, inner } of LEVELS)
    for (const resource of objectsIn(request, outer))
      for (const middle of scopes)
        for (const scope of objectsIn(resource, middle)) {
          const hold = (records: readonly JsonObject[]): JsonObject => ({
            ...resource,
            [middle]: [{ ...scope, [inner]: records }],
          });
          for (const record of objectsIn(scope, inner))
            yield { outer, resource, scope, record, hold };
        }
}

function objectsIn(value: JsonObject, key: string): readonly JsonObject[] {
  const list = value[key] ?? [];
  if (!Array.isArray(list) || !(list as readonly Json[]).every(isJsonObject))
    throw new TypeError(`${key} must be a list of objects`);
  return list as readonly JsonObject[];
}
