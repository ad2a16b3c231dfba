import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { type DraftStatus, statusOfFlag } from '../../draft/read-status.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { type Request, Requests } from './requests.ts';
import type { Peer, WireCall } from './wire-call.ts';
import type { WireRun } from './wire-run.ts';

/** A message and the data of its record. */
export interface ReceivedMessage {
  readonly message: JsonObject;
  readonly direction: string | null;
  readonly time: Json | undefined;
}

/** A person must first visit an address; then the client repeats the request. */
const URL_ELICITATION_REQUIRED = -32_042;

/** A connection to a server: matches requests and responses. */
export class Connection {
  readonly #run: WireRun;
  readonly #label: string | null;
  #peer: Peer;
  #requests = new Requests();
  /** Calls to which the server responded with a question; the client repeats them with the answer. */
  readonly #asking = new Map<string, WireCall[]>();
  readonly #tasks = new Map<string, WireCall>();

  constructor(run: WireRun, label: string | null) {
    this.#run = run;
    this.#label = label;
    this.#peer = { label, name: null };
  }

  receive(received: ReceivedMessage): void {
    const { message, direction } = received;
    const { id, method } = message;
    this.#requests.noteDirection(direction);
    const params = objectOf(message.params);
    if (typeof method === 'string') this.#run.noteMethod(method);
    if (typeof method !== 'string') {
      if (id !== undefined && id !== null) this.#answer(id, received);
    } else if (id === undefined) this.#notice(method, params, direction);
    else this.#ask(id, { method, direction, params, call: null }, received.time);
  }

  #ask(id: Json, request: Request, time: Json | undefined): void {
    const { method, params, direction } = request;
    this.#run.noteEnds(params);
    if (method === 'initialize') {
      // A new connection: numbers start anew, and what was open stays without an answer.
      this.#requests = new Requests();
      this.#requests.noteDirection(direction);
      this.#peer = { label: this.#label, name: null };
    }
    const call =
      method === 'tools/call'
        ? this.#select(id, request, time)
        : (this.#tasks.get(textOf(params.taskId) ?? '') ?? null);
    if (method === 'tools/call' && call === null) return;
    if (method === 'tasks/cancel' && call !== null) call.status = 'missing';
    this.#requests.open(id, { ...request, call });
  }

  /** The selection of a request; null when the log repeats that request. */
  #select(id: Json, request: Request, time: Json | undefined): WireCall | null {
    const { params } = request;
    if (this.#requests.isOpen(id, request)) return null;
    return this.#repeated(params) ?? this.#run.addCall(this.#peer, id, params, time);
  }

  /** The selection that a request repeats, because the server had asked a question. */
  #repeated(params: JsonObject): WireCall | null {
    const waiting = this.#asking.get(selectionKey(params.name, params.arguments));
    const isReply = params.inputResponses !== undefined || params.requestState !== undefined;
    const call = waiting?.at(-1);
    if (call === undefined || !(isReply || call.status === 'error')) return null;
    return waiting?.pop() ?? null;
  }

  #answer(id: Json, { message, direction, time }: ReceivedMessage): void {
    const { result, error } = message;
    const request = this.#requests.takeAnswered(id, direction, result);
    const named = isJsonObject(result) ? this.#run.noteEnds(result) : null;
    this.#peer.name ??= named;
    // Without connections each response names its server.
    const peer = named === null ? this.#peer : { label: this.#label, name: named };
    if (request === undefined) {
      if (isJsonObject(result) && Array.isArray(result.content)) this.#run.warnOfResult(id);
      return;
    }
    if (request.method === 'tools/list' && isJsonObject(result))
      this.#run.addTools(peer, result.tools);
    else if (request.method === 'initialize' && isJsonObject(error))
      this.#run.failure ??= textOf(error.message) ?? 'the server refused to initialize';
    else if (request.call !== null && /^(?:tools\/call|tasks\/result)$/.test(request.method)) {
      if (named !== null) request.call.peer = peer;
      this.#settle(request.call, message, time);
    }
  }

  #settle(call: WireCall, { result, error }: JsonObject, time: Json | undefined): void {
    // A cancelled call has no result.
    if (call.status === 'missing') return;
    const body = objectOf(result);
    const task = isJsonObject(body.task) ? textOf(body.task.taskId) : textOf(body.taskId);
    const isUrl = isJsonObject(error) && error.code === URL_ELICITATION_REQUIRED;
    if (task !== null && body.content === undefined) {
      this.#tasks.set(task, call);
      return;
    }
    if (isUrl || body.resultType === 'input_required') {
      const key = selectionKey(call.name, call.arguments);
      const others = this.#asking.get(key);
      if (others === undefined) this.#asking.set(key, [call]);
      else others.push(call);
    }
    call.answered = time;
    if (body.resultType === 'input_required') return;
    call.status = statusOf(result, error);
    call.result = resultText(result);
  }

  #notice(method: string, params: JsonObject, direction: string | null): void {
    if (method !== 'notifications/cancelled' || params.requestId === undefined) return;
    const call = this.#requests.cancelled(params.requestId, direction)?.call;
    if (call !== undefined && call !== null) call.status = 'missing';
  }
}

/** How a call ended by the answer to its request: an error, or a result with a flag. */
function statusOf(result: Json | undefined, error: Json | undefined): DraftStatus | null {
  if (isJsonObject(error)) return 'error';
  if (!isJsonObject(result) || !isResult(result)) return 'unreadable';
  return statusOfFlag(result.isError) ?? 'ok';
}

/** Whether an object is a tool result; libraries read a result without content as empty. */
function isResult(result: JsonObject): boolean {
  const { content, structuredContent, toolResult } = result;
  if (content !== undefined) return Array.isArray(content);
  if (structuredContent !== undefined || toolResult !== undefined) return true;
  return Object.keys(result).every((key) => key === '_meta' || key === 'isError');
}

function selectionKey(name: Json | undefined, passed: Json | undefined): string {
  return stringifyJson([name ?? null, passed ?? {}]);
}
