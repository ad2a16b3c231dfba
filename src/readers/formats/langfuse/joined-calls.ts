import { equalJson, type Json } from '#core';
import { readArguments } from '../../draft/read-arguments.ts';
import { type DraftStatus, worstStatus } from '../../draft/read-status.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import type { MessageCall } from '../../messages/message.ts';
import { compareNumbers } from './compare-numbers.ts';

/** Who requested a call, in which answer, and when. */
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

/** A call, joined from all its records. */
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

/** How many open calls of a tool are compared with an execution by their arguments. */
const MAX_COMPARED = 64;

/** The calls of a run: decisions of models and executions of tools, joined by id, otherwise by name and arguments. */
export class JoinedCalls {
  readonly #calls: JoinedCall[] = [];
  readonly #byId = new Map<string, JoinedCall>();
  /** Calls without an execution, by name and by whether they have an id. */
  readonly #open = new Map<string, { readonly calls: JoinedCall[]; next: number }>();
  readonly #servers = new Set<string>();

  get size(): number {
    return this.#calls.length;
  }

  /** Adds a decision of a model. A known id is the same call, recorded again. */
  decide(call: MessageCall, decider: Decider): void {
    const id = distinctId(call);
    if (id !== null && this.#byId.get(id)?.name === call.name) return;
    this.#add(call, id, { ...decider, requester: call.requester ?? decider.requester });
  }

  /** Adds an execution: of a decided call, or of a call without a recorded decision. */
  execute(execution: Execution, decider: Decider): JoinedCall {
    const match = this.fillOpen(execution);
    if (match !== null) return match;
    return this.fill(this.#add(execution, distinctId(execution), decider), execution);
  }

  /** Adds an execution of a decided call; null when no call matches. */
  fillOpen(execution: Execution): JoinedCall | null {
    const id = distinctId(execution);
    const match =
      id === null
        ? (this.#findOpen(execution, 'with id') ?? this.#findOpen(execution, 'without id'))
        : (this.#byId.get(id) ?? this.#findOpen(execution, 'without id'));
    return match === null ? null : this.fill(match, execution);
  }

  /** Adds what an execution records about its call. */
  fill(call: JoinedCall, execution: Execution): JoinedCall {
    const { name, server, arguments: passed, status, result, startedAt, durationMs } = execution;
    if (server !== null && call.name === name) call.server ??= server;
    else if (server !== null) this.#servers.add(server);
    this.#name(call, distinctId(execution));
    call.arguments ??= passed;
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

  /** Adds a result; results of unknown calls are ignored. */
  answer(id: string, status: DraftStatus | null, text: string | undefined): void {
    const call = this.#byId.get(id);
    if (call === undefined) return;
    call.status = worstStatus(call.status, status);
    call.isAnswered = true;
    call.result ??= text;
  }

  /** Writes the calls into a run, in the order of their requests. */
  addTo(draft: RunDraft): void {
    draft.addServers([...this.#servers]);
    for (const call of this.#calls.toSorted((a, b) => compareNumbers(a.at, b.at))) {
      draft.addCall(call);
      if (call.isAnswered && call.status === null)
        draft.addResult({ id: call.id, name: call.name, status: null });
    }
  }

  #add(source: MessageCall | Execution, id: string | null, decider: Decider): JoinedCall {
    const call: JoinedCall = {
      requester: decider.requester,
      turn: decider.turn,
      at: decider.at,
      id,
      name: source.name,
      server: source.server,
      arguments: parsePassed(source.arguments),
      status: source.status ?? null,
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
    const end = Math.min(open.calls.length, open.next + MAX_COMPARED);
    for (let index = open.next; index < end; index++) {
      const call = open.calls[index]!;
      if (!call.hasRun && sameArguments(call.arguments, execution.arguments)) return call;
    }
    return open.calls[open.next] ?? null;
  }
}

/** Some clients use the tool's name as the id, which is then the same for all its calls. */
function distinctId({ id, name }: { id: string | null; name: string }): string | null {
  return id === '' || id === name ? null : id;
}

function openKey(name: string, ids: string): string {
  return `${ids} ${bareName(name)}`;
}

/** `mcp__weather__get` and the `get` that a server ran are the same tool here. */
function bareName(name: string): string {
  const at = name.lastIndexOf('__');
  return at < 0 ? name : name.slice(at + 2);
}

/** Whether another record repeats a call; updates record several calls, one after the other. */
export function isRepeated(call: JoinedCall, execution: Execution, byArguments: boolean): boolean {
  const id = distinctId(execution);
  if (bareName(call.name) !== bareName(execution.name)) return false;
  if (id !== null && call.id !== null && call.id !== id) return false;
  if (!byArguments || call.arguments === undefined || execution.arguments === undefined)
    return true;
  return sameArguments(call.arguments, execution.arguments);
}

/** Arguments as the parsed object of their text, since they may be compared many times. Other values stay. */
function parsePassed(passed: Json | undefined): Json | undefined {
  if (typeof passed !== 'string') return passed;
  const { value } = readArguments(passed);
  return value.state === 'parsed' ? value.value : passed;
}

function sameArguments(a: Json | undefined, b: Json | undefined): boolean {
  const [first, second] = [readArguments(a).value, readArguments(b).value];
  if (first.state !== 'parsed' || second.state !== 'parsed') return first.state === second.state;
  // Some instrumentations put the arguments under `input`.
  return equalJson(first.value, second.value) || equalJson(first.value, second.value.input ?? null);
}
