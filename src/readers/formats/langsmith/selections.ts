import { type Json, stringifyJson } from '#core';
import { readArguments } from '../../draft/read-arguments.ts';
import type { MessageCall } from '../../messages/message.ts';
import type { ToolRun } from './tool-run.ts';

interface Selection {
  readonly call: MessageCall;
  isTaken: boolean;
}

/** Selections in order; all before `at` are taken. */
interface Queue {
  readonly items: Selection[];
  at: number;
}

/** The calls that models chose; a tool run may execute each of them. */
export class Selections {
  readonly #byId = new Map<string, Selection>();
  readonly #byName = new Map<string, Queue>();
  readonly #byArguments = new Map<string, Queue>();
  /**
   * Selections that are not yet in `byArguments`: most are found by their id, and their arguments are never compared.
   */
  #added: Selection[] = [];

  add(call: MessageCall): void {
    if (call.id !== null && this.#byId.has(call.id)) return;
    const selection: Selection = { call, isTaken: false };
    if (call.id !== null) this.#byId.set(call.id, selection);
    push(this.#byName, call.name, selection);
    this.#added.push(selection);
  }

  /**
   * Finds the call that a tool run executes: by its id, otherwise by name and arguments, otherwise the next call of
   * that name.
   */
  take(name: string, run: ToolRun): MessageCall | null {
    const byId = run.callId === null ? undefined : this.#byId.get(run.callId);
    if (run.callId !== null && byId === undefined) return null;
    const match = byId ?? this.#withArguments(name, run.arguments) ?? next(this.#byName.get(name));
    if (match === undefined) return null;
    match.isTaken = true;
    return match.call;
  }

  #withArguments(name: string, passed: Json | undefined): Selection | undefined {
    for (const selection of this.#added)
      push(this.#byArguments, keyOf(selection.call.name, selection.call.arguments), selection);
    this.#added = [];
    return next(this.#byArguments.get(keyOf(name, passed)));
  }
}

function push(queues: Map<string, Queue>, key: string, selection: Selection): void {
  const queue = queues.get(key);
  if (queue === undefined) queues.set(key, { items: [selection], at: 0 });
  else queue.items.push(selection);
}

function next(queue: Queue | undefined): Selection | undefined {
  if (queue === undefined) return undefined;
  while (queue.items[queue.at]?.isTaken === true) queue.at += 1;
  return queue.items[queue.at];
}

function keyOf(name: string, argument: Json | undefined): string {
  const { value } = readArguments(argument);
  const passed =
    value.state === 'parsed' ? value.value : value.state === 'unparsed' ? value.text : null;
  return stringifyJson([name, passed]);
}
