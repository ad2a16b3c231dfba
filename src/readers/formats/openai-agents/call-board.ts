import type { Json } from '#core';
import type { CallDraft } from '../../draft/call-ledger.ts';

/** What both the model and the SDK record of a call. */
export type RecordedCall = Pick<CallDraft, 'name' | 'arguments'>;

/** Calls in order; those before `next` are taken. */
interface Queue<T> {
  readonly calls: T[];
  next: number;
}

/** Pairs the calls in the model's answers with the spans of their executions, which have no common id. */
export class CallBoard<T extends RecordedCall> {
  readonly #open = new Map<string, Queue<T>>();
  readonly #taken = new Set<T>();

  /** Adds a call that the model requested. */
  ask(call: T): void {
    for (const key of [exactKey(call), nameKey(call)]) {
      const queue = this.#open.get(key);
      if (queue === undefined) this.#open.set(key, { calls: [call], next: 0 });
      else queue.calls.push(call);
    }
  }

  /** Takes the call that was executed: with the same arguments or, where arguments are hidden, with the same name. */
  take(call: RecordedCall): T | undefined {
    const isHidden = call.arguments === undefined || call.arguments === null;
    for (const key of isHidden ? [nameKey(call)] : [exactKey(call), hiddenKey(call)]) {
      const queue = this.#open.get(key);
      const match = queue === undefined ? undefined : this.#next(queue);
      if (match !== undefined) return match;
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

function exactKey({ name, arguments: passed }: RecordedCall): string {
  return JSON.stringify(['exact', name, text(passed)]);
}

/** The key of a call whose arguments were hidden. */
function hiddenKey({ name }: RecordedCall): string {
  return JSON.stringify(['exact', name, null]);
}

function nameKey({ name }: RecordedCall): string {
  return JSON.stringify(['name', name]);
}

function text(passed: Json | undefined): string | null {
  if (passed === undefined || passed === null) return null;
  return typeof passed === 'string' ? passed : JSON.stringify(passed);
}
