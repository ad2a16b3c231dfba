import { isJsonObject, type Json, type JsonObject } from '#core';
import { readMs, readTime } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';
import { field, unpackList, unpackObject } from './fields.ts';
import { answerText, readPayload, userText } from './payload.ts';

/** What is recorded of a trace as a whole. */
export interface TraceHeader {
  readonly input: string | null;
  readonly output: string | null;
  readonly startedAt: string | undefined;
  /** The same for ordering; infinite when unknown. */
  readonly startMs: number;
  /** What runs are selected by: name, session, user, tags, and what the application itself noted. */
  readonly metadata: ReadonlyMap<string, Json>;
}

/** Reads a trace, with question and answer. */
export function readTraceHeader(row: JsonObject): TraceHeader {
  return {
    input: userText(readPayload(row.input)),
    output: answerText(readPayload(row.output)),
    startedAt: readTime(row.timestamp),
    startMs: readMs(row.timestamp) ?? Infinity,
    metadata: new Map([...readNotes(row.metadata), ...readContext(row, row.name)]),
  };
}

/** Newer exports repeat the data of the trace in each of its observations. */
export function readTraceContext(observation: JsonObject): ReadonlyMap<string, Json> {
  return readContext(observation, field(observation, 'traceName', 'trace_name'));
}

const NOTHING: ReadonlyMap<string, Json> = new Map();

function readContext(row: JsonObject, name: Json | undefined): ReadonlyMap<string, Json> {
  let context: Map<string, Json> | null = null;
  const note = (key: string, value: Json | undefined): void => {
    const text = textOf(value);
    if (text !== null) (context ??= new Map<string, Json>()).set(key, text);
  };
  note('name', name);
  note('session', field(row, 'sessionId', 'session_id'));
  note('user', field(row, 'userId', 'user_id'));
  note('environment', row.environment);
  note('release', row.release);
  note('version', row.version);
  const tags = row.tags ?? field(row, 'traceTags', 'trace_tags');
  const list = tags === undefined ? [] : unpackList(tags);
  if (list.length > 0) (context ??= new Map<string, Json>()).set('tags', list);
  return context ?? NOTHING;
}

/** What the application noted, where it is short enough to select by. */
function* readNotes(metadata: Json | undefined): Generator<[string, Json]> {
  for (const [key, value] of Object.entries(unpackObject(metadata)))
    if (!Array.isArray(value) && !isJsonObject(value) && value !== null) yield [key, value];
}
