import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Misread } from '../../messages/exchange.ts';
import { parseText } from '../../spans/parse-text.ts';
import type { StoredRecord } from '../../spans/stored-span-log.ts';
import { findNumbered } from './name-tool.ts';
import { attributeOf, isSpan, readMlflowSpan } from './span.ts';

interface FoundSpans {
  readonly spans: readonly Json[];
  readonly pointer: string;
  readonly info: JsonObject;
}

/** The spans of a record: of a trace, of a row with the trace as text or its spans, or of an artifact. */
export function findSpans(record: Json): FoundSpans | null {
  const value =
    isJsonObject(record) && record.trace !== undefined ? parseText(record.trace) : record;
  if (!isJsonObject(value)) return null;
  const inTrace = value === record ? '' : '/trace';
  const { info, data, spans } = value;
  const nested = objectOf(parseText(data)).spans;
  if (Array.isArray(nested))
    return { spans: nested, pointer: `${inTrace}/data/spans`, info: objectOf(info) };
  const list = parseText(spans);
  if (!Array.isArray(list)) return null;
  return { spans: list as readonly Json[], pointer: `${inTrace}/spans`, info: value };
}

/** Reads a trace. The text of a trace that was cut short cannot be read. */
export function readRecord(record: Json): StoredRecord | Misread {
  const spanList = findSpans(record);
  if (spanList === null)
    return { pointer: '', message: 'a trace of MLflow has data with spans, or spans' };
  const { spans, pointer, info } = spanList;
  const odd = spans.findIndex((span) => !isSpan(span));
  if (odd >= 0)
    return { pointer: `${pointer}/${odd}`, message: 'a span has a name and attributes' };
  if (spans.length === 0) return { pointer, message: 'the trace has no spans' };
  const raw = spans as readonly JsonObject[];
  const metadata = metadataOf(info);
  // What a scorer did has a trace of its own, which is not a run of the agent.
  const isScored = objectOf(info.tags)['mlflow.trace.sourceScorer'] !== undefined;
  const numbered = findNumbered(
    raw.map(({ name }) => textOf(name) ?? ''),
    new Set(raw.flatMap(offeredIn)),
  );
  return {
    whole: [
      {
        id: idOf(info, raw),
        spans: raw
          .map((span, index) => readMlflowSpan(span, index === 0 ? metadata : NOTHING, numbered))
          .map((span) => (isScored ? { ...span, isJudge: true } : span)),
      },
    ],
    scattered: [],
  };
}

/** The names of tools that a request offers. */
function offeredIn(span: JsonObject): readonly string[] {
  return readTools(attributeOf(span, 'mlflow.chat.tools')).map(({ name }) => name);
}

const NOTHING: ReadonlyMap<string, Json> = new Map();

/** The id of the trace; every span repeats it. */
function idOf(info: JsonObject, spans: readonly JsonObject[]): string | null {
  const noted = spans.map((span) => textOf(attributeOf(span, 'mlflow.traceRequestId')));
  return (
    textOf(info.trace_id) ??
    textOf(info.request_id) ??
    noted.find((id) => id !== null) ??
    textOf(spans[0]?.trace_id)
  );
}

const SESSION = 'mlflow.trace.session';
const USER = 'mlflow.trace.user';

/** The session, the user and the tags of a trace; tags of MLflow itself are bookkeeping. */
function metadataOf(info: JsonObject): ReadonlyMap<string, Json> {
  const metadata = new Map<string, Json>();
  const noted = objectOf(info.trace_metadata ?? info.request_metadata);
  for (const [key, value] of [
    ['session', noted[SESSION]],
    ['user', noted[USER]],
  ] as const)
    if (value !== undefined) metadata.set(key, value);
  for (const [key, value] of Object.entries(objectOf(info.tags)))
    if (!key.startsWith('mlflow.')) metadata.set(key, value);
  return metadata;
}
