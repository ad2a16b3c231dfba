import { isJsonObject, type Json, type JsonObject } from '#core';

/** The part of an export request that belongs to one trace, as a request of its own. */
export interface TracePart {
  readonly trace: string;
  readonly request: JsonObject;
  /** How many spans and log records it has. */
  readonly records: number;
  /** Whether the span that the trace began with is in it: a span is exported when it has ended. */
  readonly hasRoot: boolean;
}

/** What an export request contains, and how much of it belongs to no trace. */
export interface SplitRequest {
  readonly parts: readonly TracePart[];
  readonly rejected: number;
}

/** The names of the levels of a request, by signal. */
const LEVELS = [
  ['resourceSpans', 'scopeSpans', 'spans'],
  ['resourceLogs', 'scopeLogs', 'logRecords'],
] as const;

/** Splits an export request by traces. Resource and scope stay with each span. */
export function splitRequest(request: Json): SplitRequest {
  const parts = new Map<string, { resources: JsonObject[]; records: number; hasRoot: boolean }>();
  const order: { trace: string; outer: string }[] = [];
  let rejected = 0;
  for (const [outer, middle, inner] of LEVELS)
    for (const resource of listIn(request, outer))
      for (const scope of listIn(resource, middle)) {
        const byTrace = new Map<string, Json[]>();
        for (const record of listIn(scope, inner)) {
          const trace = traceIdOf(record);
          if (trace === null) rejected += 1;
          else byTrace.set(trace, [...(byTrace.get(trace) ?? []), record]);
        }
        for (const [trace, records] of byTrace) {
          const key = `${outer} ${trace}`;
          let part = parts.get(key);
          if (part === undefined) {
            parts.set(key, (part = { resources: [], records: 0, hasRoot: false }));
            order.push({ trace, outer });
          }
          const kept = { ...(scope as JsonObject), [inner]: records };
          part.resources.push({ ...(resource as JsonObject), [middle]: [kept] });
          part.records += records.length;
          part.hasRoot ||= outer === 'resourceSpans' && records.some(isRoot);
        }
      }
  return {
    rejected,
    parts: order.map(({ trace, outer }) => {
      const { resources, records, hasRoot } = parts.get(`${outer} ${trace}`)!;
      return { trace, request: { [outer]: resources }, records, hasRoot };
    }),
  };
}

function listIn(value: Json, key: string): readonly Json[] {
  const list = isJsonObject(value) ? value[key] : null;
  return Array.isArray(list) ? (list as readonly Json[]).filter(isJsonObject) : [];
}

/** Sixteen bytes in hexadecimal that are not all zero. */
function traceIdOf(record: Json): string | null {
  const id = isJsonObject(record) ? record.traceId : null;
  return typeof id === 'string' && /^[0-9a-f]{32}$/i.test(id) && !/^0+$/.test(id)
    ? id.toLowerCase()
    : null;
}

function isRoot(record: Json): boolean {
  const parent = isJsonObject(record) ? record.parentSpanId : null;
  return parent === undefined || parent === null || parent === '' || /^0+$/.test(String(parent));
}
