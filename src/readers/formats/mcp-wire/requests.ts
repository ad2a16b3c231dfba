import { equalJson, isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { WireCall } from './wire-call.ts';

/** A request that waits for its answer. */
export interface Request {
  readonly method: string;
  readonly direction: string | null;
  readonly params: JsonObject;
  /** The selection that it makes or refers to. */
  readonly call: WireCall | null;
}

/** Marks of the responses to requests, for logs without a direction. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tools/call', ['content', 'isError', 'structuredContent', 'resultType', 'task', 'toolResult']],
  ['tools/list', ['tools']],
  ['initialize', ['serverInfo', 'protocolVersion']],
  ['sampling/createMessage', ['role']],
  ['elicitation/create', ['action']],
  ['roots/list', ['roots']],
]);

/** The open requests of a connection. Both ends number theirs from the start, so an id may be open twice. */
export class Requests {
  readonly #open = new Map<string, Request[]>();
  readonly #directions = new Set<string>();

  /** Notes the direction; once both ends have sent, a response must come from the other end. */
  noteDirection(direction: string | null): void {
    if (direction !== null) this.#directions.add(direction);
  }

  open(id: Json, request: Request): void {
    const key = keyOf(id);
    const others = this.#open.get(key);
    if (others === undefined) this.#open.set(key, [request]);
    else others.push(request);
  }

  /** Removes and returns the request of a response; undefined without a match. */
  takeAnswered(id: Json, direction: string | null, result: Json | undefined): Request | undefined {
    const requests = this.#open.get(keyOf(id)) ?? [];
    const isPossible = (request: Request): boolean => !this.#isSame(request.direction, direction);
    // A server's requests during its work are answered before its response: the last request first.
    let at = requests.findLastIndex((request) => isPossible(request) && fits(request, result));
    if (at < 0) at = requests.findLastIndex(isPossible);
    return at < 0 ? undefined : requests.splice(at, 1)[0];
  }

  /** The request that its sender cancels. It stays open: a response may be on its way. */
  cancelled(id: Json, direction: string | null): Request | undefined {
    const isTelling = this.#directions.size > 1;
    const requests = this.#open.get(keyOf(id)) ?? [];
    return requests.findLast((request) => !isTelling || request.direction === direction);
  }

  /** Whether the very same request is open: some logs write each message on both sides of a proxy. */
  isOpen(id: Json, { method, direction, params }: Request): boolean {
    const last = this.#open.get(keyOf(id))?.at(-1);
    return (
      last?.method === method && last.direction === direction && equalJson(last.params, params)
    );
  }

  #isSame(a: string | null, b: string | null): boolean {
    return this.#directions.size > 1 && a !== null && a === b;
  }
}

/** Whether a result looks like the answer to a request. */
function fits({ method }: Request, result: Json | undefined): boolean {
  if (!isJsonObject(result)) return false;
  return SIGNS.get(method)?.some((key) => result[key] !== undefined) === true;
}

/** The number 1 and the text "1" are different ids. */
function keyOf(id: Json): string {
  return stringifyJson(id);
}
