import { type Json, stringifyJson } from '#core';
import { readArguments } from '../../draft/read-arguments.ts';
import type { MessageCall } from '../../messages/message.ts';
import type { ToolRun } from './tool-run.ts';

interface Selection {
  readonly call: MessageCall;
  isTaken: boolean;
}

/** Selections in their order; those before `at` are all taken. */
interface Queue {
  readonly items: Selection[];
  at: number;
}

/** The calls that models chose, each of which one tool run may carry out. */
export class Selections {
  readonly #byId = new Map<string, Selection>();
  readonly #byName = new Map<string, Queue>();
  readonly #byArguments = new Map<string, Queue>();
  /** Those that are not yet among `byArguments`: most are known by their id, and nobody asks for their arguments. */
  #added: Selection[] = [];

  add(call: MessageCall): void {
    if (call.id !== null && this.#byId.has(call.id)) return;
    const selection: Selection = { call, isTaken: false };
    if (call.id !== null) this.#byId.set(call.id, selection);
    push(this.#byName, call.name, selection);
    this.#added.push(selection);
  }

  /** Finds the call that a tool run carries out: by its id, else by its name and arguments, else the next of its name. */
  take(name: string, run: ToolRun): MessageCall | null {
    const known = run.callId === null ? undefined : this.#byId.get(run.callId);
    if (run.callId !== null && known === undefined) return null;
    const found = known ?? this.#withArguments(name, run.arguments) ?? next(this.#byName.get(name));
    if (found === undefined) return null;
    found.isTaken = true;
    return found.call;
  }

  #withArguments(name: string, passed: Json | undefined): Selection | undefined {
    for (const one of this.#added)
      push(this.#byArguments, keyOf(one.call.name, one.call.arguments), one);
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

function keyOf(name: string, given: Json | undefined): string {
  const { value } = readArguments(given);
  const passed =
    value.state === 'parsed' ? value.value : value.state === 'unparsed' ? value.text : null;
  return stringifyJson([name, passed]);
}
