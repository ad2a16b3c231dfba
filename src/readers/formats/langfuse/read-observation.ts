import type { Json, JsonObject } from '#core';
import { announcesCalls } from '../../draft/announces-calls.ts';
import { isAbsent, isCut } from '../../draft/is-cut.ts';
import { msBetween, readMs, readTime } from '../../draft/read-time.ts';
import type { AnswerFault } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { MessageCall } from '../../messages/message.ts';
import { type Attributes, readAttributes } from '../../spans/attributes.ts';
import { agentOfSpan } from '../../spans/genai.ts';
import { readSpanFacts, type SpanFacts } from '../../spans/span-facts.ts';
import { field, unpack, unpackObject } from './fields.ts';
import type { Observation, Said } from './observation.ts';
import { readExecution } from './read-execution.ts';
import { readModelSaid, readStepSaid, readSpanSaid } from './read-said.ts';
import { readObservationUsage } from './read-usage.ts';
import { readTraceContext } from './trace-header.ts';

/** An observation, and the calls of earlier answers in a model's input. */
export interface ObservationRow {
  readonly observation: Observation;
  readonly history: readonly MessageCall[];
}

const NO_FACTS: SpanFacts = readSpanFacts('', new Map());

/** Reads a row of the observations table, as the API writes it and as exports do. */
export function readObservation(row: JsonObject): ObservationRow {
  const name = textOf(row.name) ?? '';
  const attributes: Attributes =
    readAttributes(unpack(unpackObject(row.metadata).attributes)) ?? new Map<string, Json>();
  const facts = attributes.size === 0 ? NO_FACTS : readSpanFacts(name, attributes);
  const kind = kindOf(row.type, facts);
  const parentId = textOf(field(row, 'parentObservationId', 'parent_observation_id'));
  const start = field(row, 'startTime', 'start_time');
  const startedAt = readTime(start);
  const startMs = readMs(start);
  const took = msBetween(startMs, readMs(field(row, 'endTime', 'end_time')));
  const { said, history } = readSaid(kind, parentId, row, facts);
  const failure = failureOf(row, facts);
  return {
    history,
    observation: {
      id: textOf(row.id) ?? '',
      parentId,
      kind,
      unknownType: kind === 'other' && !TYPES.has(row.type) ? textOf(row.type) : null,
      agent: kind === 'agent' ? agentOf(row.type, name, facts) : null,
      startMs: startMs ?? Infinity,
      startedAt,
      durationMs: took,
      failure,
      execution:
        kind === 'tool'
          ? readExecution(row, facts, attributes, { startedAt, durationMs: took })
          : null,
      isUpdate: facts.isUpdate,
      said,
      lack: kind === 'model' && failure === null ? findLack(row, facts, said) : null,
      model:
        textOf(row.model ?? field(row, 'providedModelName', 'provided_model_name')) ?? facts.model,
      responseModel: facts.responseModel,
      item:
        textOf(field(row, 'experimentItemId', 'experiment_item_id')) ??
        textOf(attributes.get('langfuse.experiment.item.id')),
      usage: kind === 'model' ? readObservationUsage(row) : {},
      context: readTraceContext(row),
    },
  };
}

function readSaid(
  kind: Observation['kind'],
  parentId: string | null,
  row: JsonObject,
  facts: SpanFacts,
): { readonly said: Said; readonly history: readonly MessageCall[] } {
  if (kind === 'model') return readModelSaid(row, facts);
  const isWhole = kind === 'agent' || (kind === 'other' && parentId === null);
  return { said: isWhole ? readSpanSaid(row, facts) : readStepSaid(row), history: [] };
}

/** Why a model's answer is unknown; null when it is known. Pages of the API have payloads only on request. */
function findLack(row: JsonObject, facts: SpanFacts, said: Said): AnswerFault | null {
  if (said.calls.length > 0) return null;
  if (announcesCalls(facts.finishReason ?? facts.output.finishReason)) return 'READ_ANSWER_MISSING';
  if (facts.output.messages.length > 0) return null;
  if (isCut(row.output)) return 'READ_ANSWER_CUT';
  // Langfuse extracts the calls from the output, also for pages without it.
  const extracted =
    field(row, 'toolCalls', 'tool_calls') ?? field(row, 'toolCallNames', 'tool_call_names');
  if (row.output === undefined && extracted !== undefined) return null;
  return isAbsent(row.output) ? 'READ_ANSWER_MISSING' : null;
}

const KINDS: ReadonlyMap<Json | undefined, Observation['kind']> = new Map([
  ['GENERATION', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/** All types of observations; types that are not in `KINDS` are not calls. */
const TYPES: ReadonlySet<Json | undefined> = new Set([
  ...KINDS.keys(),
  'SPAN',
  'EVENT',
  'CHAIN',
  'RETRIEVER',
  'EMBEDDING',
  'EVALUATOR',
  'GUARDRAIL',
]);

/** Frameworks without Langfuse support have spans only; their kind is in the attributes. */
function kindOf(type: Json | undefined, facts: SpanFacts): Observation['kind'] {
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  return facts.kind === 'mcp' ? 'tool' : facts.kind;
}

function agentOf(type: Json | undefined, name: string, facts: SpanFacts): string | null {
  return facts.agent ?? agentOfSpan(name) ?? (type === 'AGENT' ? textOf(name) : null);
}

const CUT_OFF = /^(?:length|max_tokens|content[_-]filter)$/i;

function failureOf(row: JsonObject, facts: SpanFacts): string | null {
  if (row.level === 'ERROR')
    return textOf(field(row, 'statusMessage', 'status_message')) ?? 'it failed, without a message';
  const finishReason = facts.finishReason ?? facts.output.finishReason;
  const isCut = finishReason !== null && CUT_OFF.test(finishReason);
  return isCut ? `the last answer was cut off (${finishReason})` : null;
}
