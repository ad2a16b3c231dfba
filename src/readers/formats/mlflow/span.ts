import { isJsonObject, type Json, type JsonObject, parseJson, type Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readNumber } from '../../draft/read-number.ts';
import { readMs } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Findings, SpanSubject } from '../../spans/findings.ts';
import { usageFrom } from '../../spans/genai-usage.ts';
import { readOutcome } from '../../spans/span.ts';
import type { StoredSpan } from '../../spans/stored-span.ts';
import { nameTool } from './name-tool.ts';

/** Whether a value is a span with attributes of any writer. */
export function isSpan(value: Json): value is JsonObject {
  return isJsonObject(value) && typeof value.name === 'string' && isJsonObject(value.attributes);
}

/** Whether a value is a span with attributes of MLflow. */
export function isMlflowSpan(value: Json): boolean {
  if (!isSpan(value) || !isJsonObject(value.attributes)) return false;
  return Object.keys(value.attributes).some((key) => key.startsWith('mlflow.'));
}

/** An attribute. Values are JSON text; some writers leave them as they are. */
export function attributeOf({ attributes }: JsonObject, key: string): Json | undefined {
  const value = objectOf(attributes)[key];
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

const KINDS: ReadonlyMap<string, SpanSubject> = new Map([
  ['LLM', 'model'],
  ['CHAT_MODEL', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/** Types of MLflow that are not calls. Programs may use others, which may be calls. */
const OTHERS: ReadonlySet<string> = new Set([
  'CHAIN',
  'RETRIEVER',
  'PARSER',
  'EMBEDDING',
  'RERANKER',
  'MEMORY',
  'WORKFLOW',
  'TASK',
  'GUARDRAIL',
  'EVALUATOR',
  'UNKNOWN',
]);

/** Reads a span in the form of version 3 (`start_time_unix_nano`) or of version 2 (`context`, `start_time`). */
export function readMlflowSpan(
  span: JsonObject,
  metadata: ReadonlyMap<string, Json>,
  numbered: ReadonlySet<string>,
): StoredSpan {
  const type = textOf(attributeOf(span, 'mlflow.spanType'))?.toUpperCase() ?? 'UNKNOWN';
  const kind = KINDS.get(type) ?? 'other';
  const status = objectOf(span.status);
  const input = attributeOf(span, 'mlflow.spanInputs');
  const name = textOf(span.name) ?? '';
  const failure = textOf(status.message ?? span.status_message);
  const outcome = readOutcome(statusOf(span));
  return {
    spanId: textOf(span.span_id) ?? textOf(objectOf(span.context).span_id),
    parentId: textOf(span.parent_span_id ?? span.parent_id),
    name,
    kind,
    isJudge: type === 'EVALUATOR',
    unknownType: kind === 'other' && !OTHERS.has(type) ? type : null,
    input,
    output: attributeOf(span, 'mlflow.spanOutputs'),
    startMs: readMs(span.start_time_unix_nano ?? span.start_time, 'ns'),
    endMs: readMs(span.end_time_unix_nano ?? span.end_time, 'ns'),
    outcome,
    failure: outcome === 'error' ? failure : null,
    findings:
      kind === 'tool' ? nameTool(name, input, numbered) : findingsOf(span, kind, name, input),
    metadata,
  };
}

/** The code of the status, which version 2 has beside the span. */
function statusOf({ status, status_code: code }: JsonObject): Json | undefined {
  if (status === undefined) return code;
  return isJsonObject(status) && 'code' in status ? status.code : null;
}

function findingsOf(
  span: JsonObject,
  kind: SpanSubject,
  name: string,
  input: Json | undefined,
): Findings {
  if (kind === 'agent') return { agent: textOf(attributeOf(span, 'name')) ?? textOf(name) };
  if (kind !== 'model') return {};
  const tools = attributeOf(span, 'mlflow.chat.tools');
  const usage = usageOf(span);
  const model = textOf(attributeOf(span, 'mlflow.llm.model')) ?? textOf(objectOf(input).model);
  return {
    ...(Array.isArray(tools) ? { tools: readTools(tools) } : {}),
    ...(usage === null ? {} : { usage }),
    ...(model === null ? {} : { model }),
  };
}

/** The tokens of an answer; cached tokens are part of the input. */
function usageOf(span: JsonObject): Partial<Usage> | null {
  const counts = objectOf(attributeOf(span, 'mlflow.chat.tokenUsage'));
  const cost = objectOf(attributeOf(span, 'mlflow.llm.cost'));
  return usageFrom({
    inputTokens: readNumber(counts.input_tokens),
    outputTokens: readNumber(counts.output_tokens),
    cost: readNumber(cost.total_cost),
  });
}
