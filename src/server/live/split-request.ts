import type { Json, JsonObject } from '#core';
import { agentSessionOf } from '#readers';
import { type OtlpRecord, recordsOf } from './otlp-records.ts';

/** The part of an export request that belongs to one trace. */
interface TracePart {
  readonly trace: string;
  /** `resourceSpans` or `resourceLogs`, with nothing of other traces. */
  readonly request: JsonObject;
  /** How many spans and log records it has. */
  readonly records: number;
  /** Whether the span that the trace began with is in it. */
  readonly hasRoot: boolean;
}

/** What an export request contains, and how much of it belongs to no trace. */
export interface SplitRequest {
  readonly parts: readonly TracePart[];
  readonly records: number;
  readonly rejected: number;
}

interface Gathered {
  readonly trace: string;
  readonly outer: string;
  readonly holders: JsonObject[];
  /** The records of the last holder, and the scope that they are of. */
  last: JsonObject[];
  scope: JsonObject | null;
  records: number;
  hasRoot: boolean;
}

/** Splits an export request by traces. Resource and scope stay with each span. */
export function splitRequest(request: Json): SplitRequest {
  const gathered = new Map<string, Gathered>();
  let records = 0;
  let rejected = 0;
  for (const record of recordsOf(request)) {
    records += 1;
    const trace = sessionIdOf(record) ?? traceIdOf(record.record);
    if (trace === null) rejected += 1;
    else addRecord(gatheringOf(gathered, trace, record.outer), record);
  }
  const parts = [...gathered.values()].map(({ trace, outer, holders, hasRoot, ...rest }) => ({
    trace,
    request: { [outer]: holders },
    records: rest.records,
    hasRoot,
  }));
  return { parts, records, rejected };
}

function addRecord(part: Gathered, { outer, scope, record, hold }: OtlpRecord): void {
  if (part.scope !== scope) {
    part.last = [];
    part.scope = scope;
    part.holders.push(hold(part.last));
  }
  part.last.push(record);
  part.records += 1;
  part.hasRoot ||= outer === 'resourceSpans' && isRoot(record);
}

function gatheringOf(gathered: Map<string, Gathered>, trace: string, outer: string): Gathered {
  const key = `${outer} ${trace}`;
  let part = gathered.get(key);
  if (part === undefined) {
    part = { trace, outer, holders: [], last: [], scope: null, records: 0, hasRoot: false };
    gathered.set(key, part);
  }
  return part;
}

/**
 * The session of a coding agent's event in place of a trace id: its events have none, or another with each request. A
 * session has a UUID, which is as long as a trace id.
 */
function sessionIdOf({ outer, record }: OtlpRecord): string | null {
  if (outer !== 'resourceLogs') return null;
  const session = agentSessionOf(record)?.replaceAll('-', '') ?? '';
  return traceIdOf({ traceId: session });
}

/** Sixteen bytes in hexadecimal that are not all zero. */
function traceIdOf({ traceId }: JsonObject): string | null {
  if (typeof traceId !== 'string' || !/^[0-9a-f]{32}$/i.test(traceId)) return null;
  return /^0+$/.test(traceId) ? null : traceId.toLowerCase();
}

function isRoot({ parentSpanId }: JsonObject): boolean {
  if (parentSpanId === undefined || parentSpanId === null) return true;
  return typeof parentSpanId === 'string' && /^0*$/.test(parentSpanId);
}
