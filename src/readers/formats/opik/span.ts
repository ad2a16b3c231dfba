import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readFailure } from '../../draft/read-failure.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readMs } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Findings, SpanSubject } from '../../spans/findings.ts';
import { usageFrom } from '../../spans/genai-usage.ts';
import type { StoredSpan } from '../../spans/stored-span.ts';

const KINDS: ReadonlyMap<Json | undefined, SpanSubject> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
]);
/** Types that are not calls. */
const OTHERS: ReadonlySet<Json | undefined> = new Set(['general', 'guardrail']);

/** Whether a value is a span: it names its trace, has a type, and a time as Opik writes it. */
export function isSpan(value: Json): value is JsonObject {
  if (!isJsonObject(value) || typeof value.trace_id !== 'string') return false;
  const { id, type, start_time: start, attributes, span_id: other } = value;
  if (typeof id !== 'string' || typeof type !== 'string' || start === undefined) return false;
  return attributes === undefined && other === undefined;
}

/** Whether a value is a trace: it has an id and a time, and names its project. */
export function isTrace(value: Json): value is JsonObject {
  if (!isJsonObject(value) || typeof value.id !== 'string' || 'trace_id' in value) return false;
  const { start_time: start, project_id: id, project_name: name, run_type: run } = value;
  return start !== undefined && run === undefined && (id ?? name) !== undefined;
}

export function readOpikSpan(span: JsonObject): StoredSpan {
  const { type } = span;
  const kind = KINDS.get(type) ?? 'other';
  return {
    ...readCommon(span),
    parentId: textOf(span.parent_span_id),
    kind,
    unknownType: kind === 'other' && !OTHERS.has(type) ? textOf(type) : null,
    output: kind === 'tool' ? unwrapped(span.output) : (span.output ?? undefined),
    findings: kind === 'model' ? findingsOf(span) : kind === 'tool' ? toolOf(span) : {},
    metadata: new Map(),
  };
}

/** The trace itself, as a span. Its spans need not name it, since it may be in another file. */
export function readOpikTrace(trace: JsonObject): StoredSpan {
  const metadata = new Map(Object.entries(objectOf(trace.metadata)));
  const { thread_id: thread, tags } = trace;
  if (typeof thread === 'string') metadata.set('session', thread);
  if (Array.isArray(tags) && tags.length > 0) metadata.set('tags', tags);
  return {
    ...readCommon(trace),
    parentId: null,
    kind: 'other',
    unknownType: null,
    input: textIn(trace.input),
    output: textIn(trace.output),
    findings: {},
    metadata,
  };
}

type Common = 'spanId' | 'name' | 'isJudge' | 'input' | 'startMs' | 'endMs' | 'outcome' | 'failure';

function readCommon(row: JsonObject): Pick<StoredSpan, Common> {
  const failure = readFailure(row.error_info);
  return {
    spanId: textOf(row.id),
    name: textOf(row.name) ?? '',
    isJudge: false,
    input: row.input ?? undefined,
    startMs: readMs(row.start_time),
    endMs: readMs(row.end_time),
    outcome: failure === null ? 'unset' : 'error',
    failure,
  };
}

function findingsOf({
  model,
  usage,
  total_estimated_cost: cost,
  metadata,
  input,
}: JsonObject): Findings {
  const counts = objectOf(usage);
  const total = usageFrom({
    inputTokens: readNumber(counts.prompt_tokens),
    outputTokens: readNumber(counts.completion_tokens),
    cost: readNumber(cost),
  });
  const name = textOf(model);
  // Integrations record the parameters of a request apart from its messages.
  const { tools } = objectOf(metadata);
  return {
    ...(Array.isArray(tools) && objectOf(input).tools === undefined
      ? { tools: readTools(tools) }
      : {}),
    ...(total === null ? {} : { usage: total }),
    ...(name === null ? {} : { model: name }),
  };
}

function toolOf({ name, metadata }: JsonObject): Findings {
  const id = textOf(objectOf(metadata).tool_call_id);
  return { toolName: textOf(name), ...(id === null ? {} : { callId: id }) };
}

/** What a traced function returned is under `output`, unless it is an object. */
function unwrapped(output: Json | undefined): Json | undefined {
  const only = isJsonObject(output) && Object.keys(output).length === 1 ? output.output : undefined;
  return only ?? output ?? undefined;
}

/** The text of an input or output with a single member, as `track` records it; otherwise the value. */
function textIn(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return value ?? undefined;
  const values = Object.values(value);
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : value;
}
