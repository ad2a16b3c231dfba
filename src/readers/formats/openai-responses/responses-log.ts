import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { readNumber } from '../../draft/read-number.ts';
import { readTime } from '../../draft/read-time.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { noteOrigin } from '../../messages/exchange.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { isCall, isItem, readCall } from '../../dialects/openai-responses/item.ts';
import { ItemRun } from './item-run.ts';
import {
  conversationOf,
  readResponseExchange,
  type ResponseExchange,
} from './response-exchange.ts';

/**
 * Makes runs of responses. A response that continues another, by its id or by repeating it, belongs to the same run.
 */
export class ResponsesLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #runs = new Set<ItemRun>();
  /** Runs by the ids of their conversation and responses, and of their calls. */
  readonly #byResponse = new Map<Json, ItemRun>();
  readonly #byCall = new Map<Json, ItemRun>();
  /** Runs by the ids of responses that were logged before they had ended. */
  readonly #begun = new Map<Json, ItemRun>();
  #parts: ItemRun | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const history = historyOf(record);
    if (history !== null) this.#addRecord({ input: history }, where);
    else if (isJsonObject(record) && isPart(record)) {
      this.#parts ??= this.#open(where);
      this.#parts.addItem(record);
    } else this.#addRecord(record, where);
  }

  end(): void {
    for (const run of this.#runs) this.#output.trace(run.finish().finish(), run.draft.where);
  }

  #open(where: Place): ItemRun {
    const run = new ItemRun(where, this.#byCall);
    this.#runs.add(run);
    return run;
  }

  #addRecord(record: Json, where: Place): void {
    const exchange = readResponseExchange(record);
    if ('pointer' in exchange) {
      const place = { ...where, pointer: (where.pointer ?? '') + exchange.pointer };
      this.#output.error(readIssue('TRACE_SCHEMA', exchange.message, { where: place }));
      return;
    }
    const { input, answer, response, request, failure } = exchange;
    const id = response.id ?? null;
    const begun = this.#begun.get(id);
    const existing = begun ?? this.#find(exchange);
    const run = existing ?? this.#open(where);
    const { draft } = run;
    run.addTools(response.tools ?? request.tools);
    if (begun === undefined)
      addInput(run, input, existing !== undefined, answer !== null && answer.some(isCallItem));
    if (isUnfinished(response)) this.#begun.set(id, run);
    else {
      this.#begun.delete(id);
      if (answer !== null) run.addAnswer(answer);
    }
    const conversation = conversationOf(response) ?? conversationOf(request);
    draft.id ??= conversation;
    noteOrigin(
      draft,
      exchange.record,
      request,
      response,
      answer !== null && !isUnfinished(response),
    );
    noteResponse(draft, response);
    draft.error = failure ?? cutOff(response);
    if (answer === null && draft.error === null && isResponse(response))
      draft.reject('READ_ANSWER_MISSING', 'the response has no output');
    for (const name of [conversation, id]) if (name !== null) this.#byResponse.set(name, run);
  }

  /** The run of a response: the run that it names, otherwise the run whose calls it repeats or answers. */
  #find({ input, request, response }: ResponseExchange): ItemRun | undefined {
    const named = [
      conversationOf(response) ?? conversationOf(request),
      response.previous_response_id ?? request.previous_response_id ?? null,
    ];
    for (const id of named) {
      const run = id === null ? undefined : this.#byResponse.get(id);
      if (run !== undefined) return run;
    }
    const repeated = input.find(
      (item) => isJsonObject(item) && this.#byCall.has(item.call_id ?? null),
    );
    return isJsonObject(repeated) ? this.#byCall.get(repeated.call_id ?? null) : undefined;
  }
}

/**
 * Adds what came before an answer. In a known run its calls are known, too. In a new run they count only when the
 * answer has no calls, since a log of single decisions does not contain the earlier answers.
 */
function addInput(run: ItemRun, input: readonly Json[], isKnown: boolean, hasCalls: boolean): void {
  if (!isKnown && !hasCalls) {
    for (const item of input) run.addItem(item);
    return;
  }
  let skipped = 0;
  const skippedIds = new Set<Json>();
  for (const item of input) {
    if (!isJsonObject(item) || item.role === 'assistant') continue;
    const id = isCall(item) ? readCall(item).id : null;
    if (id !== null && isKnown && !run.hasCall(id)) run.addItem(item);
    else if (isCall(item) && !isKnown) {
      skipped += 1;
      if (id !== null) skippedIds.add(id);
    } else if (!isCall(item) && !skippedIds.has(item.call_id ?? null)) run.addItem(item);
  }
  if (skipped > 0)
    run.draft.warn(
      'READ_RUN_SKIPPED',
      `calls that are only in the input were skipped, since the answer has calls: ${skipped}`,
    );
}

function isCallItem(item: Json): boolean {
  return isJsonObject(item) && isCall(item);
}

/** Whether an object is a response, even without output. */
function isResponse({ object, status }: JsonObject): boolean {
  return object === 'response' || status === 'completed';
}

function noteResponse(draft: RunDraft, { created_at: created, usage }: JsonObject): void {
  draft.startedAt ??= readTime(created, 's');
  if (isJsonObject(usage))
    draft.addUsage({
      inputTokens: readNumber(usage.input_tokens),
      outputTokens: readNumber(usage.output_tokens),
      cost: readNumber(usage.cost),
    });
}

/** Whether a response was unfinished: clients poll a background response until it is done. */
function isUnfinished({ status }: JsonObject): boolean {
  return status === 'queued' || status === 'in_progress';
}

/** Why a response is not whole; null when it is. */
function cutOff(response: JsonObject): string | null {
  const { status, incomplete_details: details } = response;
  if (isUnfinished(response)) return 'the response had not ended when it was logged';
  if (status === 'failed' || status === 'cancelled') return `the response is ${status}`;
  if (status !== 'incomplete') return null;
  const reason = isJsonObject(details) && typeof details.reason === 'string' ? details.reason : '';
  return `the answer was cut off (${reason === '' ? 'incomplete' : reason})`;
}

/** Whether a record is an item of a run: of a known type or not, with the type in the place of a body. */
function isPart(record: JsonObject): boolean {
  const isKnown: boolean = isItem(record);
  if (isKnown || 'role' in record) return true;
  return typeof record.type === 'string' && !BODIES.some((key) => key in record);
}

/** The members of requests and responses. */
const BODIES = ['input', 'output', 'request', 'response', 'error'] as const;

/** The items of a list, or of a result of the Agents SDK that was saved with its history. */
function historyOf(record: Json): readonly Json[] | null {
  if (Array.isArray(record)) return record;
  if (!isJsonObject(record) || !Array.isArray(record.history)) return null;
  return (record.history as readonly Json[]).some(isItem) ? record.history : null;
}
