import type { Json } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';

/** What both the model and the SDK tell of a call. */
export type ToldCall = Pick<CallDraft, 'name' | 'arguments'>;

/** Calls in their order; those before `next` are gone. */
interface Queue<T> {
  readonly calls: T[];
  next: number;
}

/** Pairs the calls in the model's answers with the spans of those that were carried out: they have no id in common. */
export class CallBoard<T extends ToldCall> {
  readonly #open = new Map<string, Queue<T>>();
  readonly #taken = new Set<T>();

  /** Puts up a call that the model asked for. */
  ask(call: T): void {
    for (const key of [exactKey(call), nameKey(call)]) {
      const queue = this.#open.get(key);
      if (queue === undefined) this.#open.set(key, { calls: [call], next: 0 });
      else queue.calls.push(call);
    }
  }

  /** Takes down the call that was carried out: with the same arguments, else, where those are hidden, of the same name. */
  take(call: ToldCall): T | undefined {
    const isHidden = call.arguments === undefined || call.arguments === null;
    for (const key of isHidden ? [nameKey(call)] : [exactKey(call), hiddenKey(call)]) {
      const queue = this.#open.get(key);
      const found = queue === undefined ? undefined : this.#next(queue);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #next(queue: Queue<T>): T | undefined {
    while (queue.next < queue.calls.length) {
      const call = queue.calls[queue.next++]!;
      if (this.#taken.has(call)) continue;
      this.#taken.add(call);
      return call;
    }
    return undefined;
  }
}

function exactKey({ name, arguments: given }: ToldCall): string {
  return JSON.stringify(['exact', name, text(given)]);
}

/** The call of a model whose arguments were hidden. */
function hiddenKey({ name }: ToldCall): string {
  return JSON.stringify(['exact', name, null]);
}

function nameKey({ name }: ToldCall): string {
  return JSON.stringify(['name', name]);
}

function text(given: Json | undefined): string | null {
  if (given === undefined || given === null) return null;
  return typeof given === 'string' ? given : JSON.stringify(given);
}
