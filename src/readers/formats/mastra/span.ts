import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { isAbsent, isCut } from '../../draft/is-cut.ts';
import { readTime } from '../../draft/read-time.ts';
import { textOf } from '../../draft/text-of.ts';

/** A span, as exporters and as the storage write it. */
export interface Span {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly isRoot: boolean;
  readonly type: string;
  /** What it is about: the tool, the agent. */
  readonly entity: string | null;
  /** ISO 8601; empty when it is not recorded. */
  readonly start: string;
  readonly end: string | null;
  readonly input: Json | undefined;
  readonly output: Json | undefined;
  /** Whether it has no output, or a truncated output. */
  readonly lacksOutput: boolean;
  readonly error: Json | undefined;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject;
  readonly tags: Json | undefined;
}

/** The span types that identify Mastra, and that contain something about a run. Early versions used `llm`. */
const TYPES: ReadonlySet<Json | undefined> = new Set([
  'agent_run',
  'workflow_run',
  'workflow_step',
  'scorer_run',
  'model_generation',
  'model_step',
  'model_inference',
  'model_chunk',
  'llm_generation',
  'llm_step',
  'llm_chunk',
  'tool_call',
  'mcp_tool_call',
  'client_tool_call',
  'provider_tool_call',
  'processor_run',
  'memory_operation',
]);

/** Further types, under words that others use, too. */
const MORE_TYPES: ReadonlySet<string> = new Set([
  'generic',
  'mapping',
  'scorer_step',
  'classifier_evaluation',
  'mcp_server_request',
  'workflow_conditional',
  'workflow_conditional_eval',
  'workflow_parallel',
  'workflow_loop',
  'workflow_sleep',
  'workflow_wait_event',
  'workspace_action',
  'rag_ingestion',
  'rag_embedding',
  'rag_vector_operation',
  'rag_action',
  'graph_action',
  'skill_resolution',
  'skill_action',
  'agent_signal',
]);

/** Whether a type of spans is known: a call, or something that cannot be a call. */
export function isKnownType(type: string): boolean {
  return TYPES.has(type) || MORE_TYPES.has(type);
}

/** Whether a record is a span of Mastra. */
export function isSpan(record: Json | undefined): boolean {
  return (
    isJsonObject(record) && TYPES.has(record.spanType ?? record.type) && readSpan(record) !== null
  );
}

/** Reads a span of any type; null without ids and a type. Unused members are not kept. */
export function readSpan(record: JsonObject): Span | null {
  const id = textOf(record.spanId) ?? textOf(record.id);
  const traceId = textOf(record.traceId);
  const type = textOf(record.spanType) ?? textOf(record.type);
  if (id === null || traceId === null || type === null) return null;
  const isModel = /^(?:model|llm)_/.test(type);
  return {
    id,
    traceId,
    parentId: textOf(record.parentSpanId),
    isRoot: record.isRootSpan === true,
    type: type.replace(/^llm_/, 'model_'),
    entity: textOf(record.entityName) ?? quoted(record.name) ?? textOf(record.entityId),
    start: readTime(record.startTime ?? record.startedAt) ?? '',
    end: readTime(record.endTime ?? record.endedAt) ?? null,
    input: isModel ? undefined : record.input,
    output: isModel ? callsOf(record.output) : record.output,
    lacksOutput: isAbsent(record.output) || isCut(record.output),
    error: record.errorInfo ?? record.error,
    attributes: objectOf(record.attributes),
    metadata: objectOf(record.metadata),
    tags: record.tags,
  };
}

/** Early versions name the tool only in the name of the span: `tool: 'x'`, `mcp_tool: 'x' on 'server'`. */
function quoted(name: Json | undefined): string | null {
  return typeof name === 'string' ? textOf(/^[^']*'([^']+)'/.exec(name)?.[1]) : null;
}

function callsOf(output: Json | undefined): Json | undefined {
  return isJsonObject(output) && Array.isArray(output.toolCalls)
    ? { toolCalls: output.toolCalls }
    : undefined;
}
