import { equalJson, type Json } from '#core';
import { readArguments } from '../../draft/read-arguments.ts';
import { type DraftStatus, worstStatus } from '../../draft/read-status.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import type { MessageCall } from '../../messages/message.ts';
import { compareNumbers } from './compare-numbers.ts';

/** Who asked, in which answer, and when. */
export interface Decider {
  readonly requester: string | null;
  readonly turn: number | undefined;
  readonly at: number;
}

/** A tool that ran. */
export interface Execution {
  readonly id: string | null;
  readonly name: string;
  readonly server: string | null;
  readonly arguments: Json | undefined;
  readonly status: DraftStatus | null;
  /** What came back, as text. */
  readonly result: string | undefined;
  readonly startedAt: string | undefined;
  readonly durationMs: number | undefined;
}

/** A call, as all that tells of it says. */
export interface JoinedCall extends Decider {
  id: string | null;
  readonly name: string;
  server: string | null;
  arguments: Json | undefined;
  status: DraftStatus | null;
  result: string | undefined;
  /** A tool ran for it, or a result came back. */
  isAnswered: boolean;
  hasRun: boolean;
  startedAt: string | undefined;
  durationMs: number | undefined;
}

/** How many open calls of one tool are compared by their arguments with one that ran. */
const COMPARED = 64;

/** The calls of one run: what models decided and what tools ran, joined by id, else by name and arguments. */
export class JoinedCalls {
  readonly #calls: JoinedCall[] = [];
  readonly #byId = new Map<string, JoinedCall>();
  /** Calls that nothing ran for yet, by name and by whether they have an id. */
  readonly #open = new Map<string, { readonly calls: JoinedCall[]; next: number }>();
  readonly #servers = new Set<string>();

  get size(): number {
    return this.#calls.length;
  }

  /** A model asked for it. An id that was seen before is the same call, told again. */
  decide(call: MessageCall, decider: Decider): void {
    const id = tellingId(call);
    if (id !== null && this.#byId.get(id)?.name === call.name) return;
    this.#add(call, id, { ...decider, requester: call.requester ?? decider.requester });
  }

  /** A tool ran: for a call that was decided, or for one that no model is known to have asked for. */
  execute(execution: Execution, decider: Decider): JoinedCall {
    const found = this.fillOpen(execution);
    if (found !== null) return found;
    return this.fill(this.#add(execution, tellingId(execution), decider), execution);
  }

  /** A tool ran, for a call that was decided; null when none fits. */
  fillOpen(execution: Execution): JoinedCall | null {
    const id = tellingId(execution);
    const found =
      id === null
        ? (this.#findOpen(execution, 'with id') ?? this.#findOpen(execution, 'without id'))
        : (this.#byId.get(id) ?? this.#findOpen(execution, 'without id'));
    return found === null ? null : this.fill(found, execution);
  }

  /** Adds what a run of the tool tells about its call. */
  fill(call: JoinedCall, execution: Execution): JoinedCall {
    const { name, server, arguments: given, status, result, startedAt, durationMs } = execution;
    if (server !== null && call.name === name) call.server ??= server;
    else if (server !== null) this.#servers.add(server);
    this.#name(call, tellingId(execution));
    call.arguments ??= given;
    call.status = worstStatus(call.status, status);
    call.isAnswered ||= status !== null;
    call.result ??= result;
    call.startedAt ??= startedAt;
    call.durationMs ??= durationMs;
    call.hasRun = true;
    return call;
  }

  #name(call: JoinedCall, id: string | null): void {
    if (call.id !== null || id === null) return;
    call.id = id;
    this.#byId.set(id, call);
  }

  /** A result came back; of calls that are not known it tells nothing. */
  answer(id: string, status: DraftStatus | null, text: string | undefined): void {
    const call = this.#byId.get(id);
    if (call === undefined) return;
    call.status = worstStatus(call.status, status);
    call.isAnswered = true;
    call.result ??= text;
  }

  /** Writes the calls into a run, in the order in which they were asked for. */
  addTo(draft: RunDraft): void {
    draft.knowServers([...this.#servers]);
    for (const call of this.#calls.toSorted((a, b) => compareNumbers(a.at, b.at))) {
      draft.addCall(call);
      if (call.isAnswered && call.status === null)
        draft.addResult({ id: call.id, name: call.name, status: null });
    }
  }

  #add(told: MessageCall | Execution, id: string | null, decider: Decider): JoinedCall {
    const call: JoinedCall = {
      requester: decider.requester,
      turn: decider.turn,
      at: decider.at,
      id,
      name: told.name,
      server: told.server,
      arguments: parsedOnce(told.arguments),
      status: told.status ?? null,
      result: undefined,
      isAnswered: false,
      hasRun: false,
      startedAt: undefined,
      durationMs: undefined,
    };
    this.#calls.push(call);
    if (id !== null) this.#byId.set(id, call);
    const key = openKey(call.name, id === null ? 'without id' : 'with id');
    const open = this.#open.get(key);
    if (open === undefined) this.#open.set(key, { calls: [call], next: 0 });
    else open.calls.push(call);
    return call;
  }

  #findOpen(execution: Execution, ids: 'with id' | 'without id'): JoinedCall | null {
    const open = this.#open.get(openKey(execution.name, ids));
    if (open === undefined) return null;
    while (open.calls[open.next]?.hasRun === true) open.next += 1;
    const end = Math.min(open.calls.length, open.next + COMPARED);
    for (let index = open.next; index < end; index++) {
      const call = open.calls[index]!;
      if (!call.hasRun && sameArguments(call.arguments, execution.arguments)) return call;
    }
    return open.calls[open.next] ?? null;
  }
}

/** Some clients give the tool's name as the id, which is the same for all its calls. */
function tellingId({ id, name }: { id: string | null; name: string }): string | null {
  return id === '' || id === name ? null : id;
}

function openKey(name: string, ids: string): string {
  return `${ids} ${bareName(name)}`;
}

/** `mcp__weather__get` and the `get` that a server ran are one tool here. */
function bareName(name: string): string {
  const at = name.lastIndexOf('__');
  return at < 0 ? name : name.slice(at + 2);
}

/** Whether another record tells of a call again; updates tell of several calls, one after the other. */
export function isRetold(call: JoinedCall, execution: Execution, byArguments: boolean): boolean {
  const id = tellingId(execution);
  if (bareName(call.name) !== bareName(execution.name)) return false;
  if (id !== null && call.id !== null && call.id !== id) return false;
  if (!byArguments || call.arguments === undefined || execution.arguments === undefined)
    return true;
  return sameArguments(call.arguments, execution.arguments);
}

/** Arguments as the object that they are the text of, for they may be compared many times; whatever else stays. */
function parsedOnce(given: Json | undefined): Json | undefined {
  if (typeof given !== 'string') return given;
  const { value } = readArguments(given);
  return value.state === 'parsed' ? value.value : given;
}

function sameArguments(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [readArguments(a).value, readArguments(b).value];
  if (one.state !== 'parsed' || other.state !== 'parsed') return one.state === other.state;
  // Some instrumentations put the arguments under `input`.
  return equalJson(one.value, other.value) || equalJson(one.value, other.value.input ?? null);
}
