import { isJsonObject, type Json, type JsonObject, type ToolSpec, type Usage } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { announcesCalls } from '../../draft/announces-calls.ts';
import { isAbsent, isCut } from '../../draft/is-cut.ts';
import { readNumber, readSum } from '../../draft/read-number.ts';
import { readTools } from '../../draft/read-tools.ts';
import type { AnswerFault } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import type { Message } from '../../messages/message.ts';
import { readFirstQuestion } from './conversation.ts';
import {
  isReadable,
  readCutOff,
  readEndReason,
  readModelAnswer,
  readModelUsage,
  readResponseModel,
} from './model-output.ts';
import { readToolRun, type ToolRun } from './tool-run.ts';

/**
 * What is kept of a LangSmith run until its whole trace is there. The history that each model run repeats is not kept.
 */
export interface RunPart {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly type: string;
  /** Sorts the runs of a trace as they happened; null when the export left it out. */
  readonly order: string | null;
  readonly start: Json | undefined;
  readonly end: Json | undefined;
  readonly outcome: RunOutcome;
  readonly error: string | null;
  readonly usage: Partial<Usage>;
  /** Whether inputs or outputs are in separate storage, so that the export does not have them. */
  readonly lost: { readonly inputs: boolean; readonly outputs: boolean };
  readonly model: ModelRun | null;
  readonly tool: ToolRun | null;
  /** The whole record, of the run at the root of a trace. */
  readonly root: JsonObject | null;
}

/**
 * `waiting` for a person to agree; `pending`: not ended when exported; `unreadable`: the status is not a LangSmith
 * status.
 */
type RunOutcome = 'ok' | 'error' | 'waiting' | 'pending' | 'unreadable';

/** Why an answer is not enough, and what is said of it. */
interface Lack {
  readonly code: AnswerFault;
  readonly what: string;
}

/** The input and the answer of a model. */
interface ModelRun {
  readonly answer: Message | null;
  /** Why its requested calls are unknown; null when they are known. */
  readonly lack: Lack | null;
  readonly question: string | null;
  readonly offered: readonly ToolSpec[] | null;
  readonly model: string | null;
  /** The model that answered, where the answer says so. */
  readonly responseModel: string | null;
  /** Why the answer breaks off; null when it does not. */
  readonly cutOff: string | null;
}

/** What says where a run belongs. */
export interface RunKey {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  /** Its type in lower case. */
  readonly kind: string;
}

/** Reads where a run belongs; `outer` is the run around it. Null without an id or a type. */
export function readRunKey(
  record: JsonObject,
  outer: Pick<RunKey, 'id' | 'traceId'> | null,
): RunKey | null {
  const { id, run_type: type, dotted_order: order } = record;
  if (typeof id !== 'string' || id === '' || typeof type !== 'string') return null;
  const parents = Array.isArray(record.parent_run_ids)
    ? (record.parent_run_ids as readonly Json[])
    : [];
  return {
    id,
    traceId: textOf(record.trace_id) ?? outer?.traceId ?? textOf(parents[0]) ?? rootOf(order) ?? id,
    parentId: textOf(record.parent_run_id) ?? textOf(parents.at(-1)) ?? outer?.id ?? null,
    kind: type.toLowerCase(),
  };
}

/** Reads what a trace needs from a run; `outer` is the run around it. Null without an id or a type. */
export function readRunPart(record: JsonObject, outer: RunPart | null): RunPart | null {
  const key = readRunKey(record, outer);
  if (key === null) return null;
  const { id, traceId, parentId, kind } = key;
  const { name, dotted_order: order } = record;
  const inputs = objectOf(record.inputs);
  const outputs = objectOf(record.outputs);
  const outcome = outcomeOf(record);
  return {
    id,
    traceId,
    parentId,
    // Without a name the called tool is unknown.
    name: typeof name === 'string' && name !== '' ? name : kind === 'tool' ? '' : kind,
    type: kind,
    order: textOf(order),
    start: record.start_time,
    end: record.end_time,
    outcome,
    error: outcome === 'error' ? (textOf(record.error) ?? 'the run ended with an error') : null,
    usage: readRunUsage(record, kind === 'llm' ? outputs : null),
    lost: {
      inputs: isElsewhere(inputs, record.inputs_s3_urls),
      outputs: isElsewhere(outputs, record.outputs_s3_urls),
    },
    model: kind === 'llm' ? readModelRun(inputs, outputs, record) : null,
    tool: kind === 'tool' ? readToolRun(inputs, outputs, record) : null,
    root: parentId === null ? record : null,
  };
}

function readModelRun(inputs: JsonObject, outputs: JsonObject, record: JsonObject): ModelRun {
  const extra = objectOf(record.extra);
  const answer = readModelAnswer(outputs);
  const params = objectOf(extra.invocation_params);
  const metadata = objectOf(extra.metadata);
  const tools = [params.tools, params.functions, inputs.tools].find((list) => Array.isArray(list));
  const models = [metadata.ls_model_name, params.model, params.model_name, inputs.model];
  return {
    answer,
    lack: findLack(record.outputs, answer, readEndReason(outputs)),
    question: readFirstQuestion(inputs.messages),
    offered: tools === undefined ? null : readTools(tools),
    model: textOf(models.find((name) => textOf(name) !== null)),
    responseModel: readResponseModel(outputs),
    cutOff: readCutOff(outputs),
  };
}

function findLack(
  outputs: Json | undefined,
  answer: Message | null,
  reason: Json | undefined,
): Lack | null {
  const missing = { code: 'READ_ANSWER_MISSING', what: 'is not in the export' } as const;
  if (isCut(outputs)) return { ...missing, code: 'READ_ANSWER_CUT' };
  if (isAbsent(outputs)) return missing;
  if (!isJsonObject(outputs) || !isReadable(outputs, answer))
    return { ...missing, what: 'is of an unknown shape, so that its calls are not known' };
  const isShort = answer !== null && answer.calls.length === 0 && announcesCalls(reason);
  return isShort ? missing : null;
}

/** The tokens of a model are in its answer where the run does not have them. */
function readRunUsage(record: JsonObject, outputs: JsonObject | null): Partial<Usage> {
  const usage = readModelUsage(outputs);
  return {
    inputTokens: readNumber(record.prompt_tokens) ?? usage.inputTokens ?? null,
    outputTokens: readNumber(record.completion_tokens) ?? usage.outputTokens ?? null,
    cost: readNumber(record.total_cost) ?? readSum(record.prompt_cost, record.completion_cost),
  };
}

/** LangGraph uses exceptions to wait for a person, or to hand over to another agent: these are not failures. */
function outcomeOf({ status, error, end_time: end = null }: JsonObject): RunOutcome {
  const state = textOf(status)?.toLowerCase();
  const fault = textOf(error) ?? (isAbsent(error) ? '' : 'an error that is not described');
  if (/^(?:Graph|Node)Interrupt\b/.test(fault)) return 'waiting';
  if (/^ParentCommand\b/.test(fault)) return 'ok';
  if (fault !== '' || state === 'error') return 'error';
  if (state === 'pending') return end === null ? 'pending' : 'ok';
  return state === 'success' || (status ?? null) === null ? 'ok' : 'unreadable';
}

function isElsewhere(payload: JsonObject, urls: Json | undefined): boolean {
  return isJsonObject(urls) && Object.keys(urls).length > 0 && Object.keys(payload).length === 0;
}

/** The root's id is the end of the first step of a dotted order: `<time>Z<id>.<time>Z<id>`. */
function rootOf(order: Json | undefined): string | null {
  return textOf(order)?.split('.', 1)[0]?.split('Z', 2)[1] ?? null;
}
