import { type Json, stringifyJson } from '#core';

/** A call whose pieces are joined. */
interface Streamed {
  id: string | null;
}

/**
 * The calls of a streamed answer. An id decides which call a piece belongs to. A piece without an id continues the last
 * call of its index: some senders omit the index, or send the same for all calls.
 */
export class StreamedCalls<T extends Streamed> {
  readonly #begin: () => T;
  readonly #calls: T[] = [];
  readonly #byId = new Map<string, T>();
  readonly #byIndex = new Map<string, T>();

  constructor(begin: () => T) {
    this.#begin = begin;
  }

  get calls(): readonly T[] {
    return this.#calls;
  }

  /** The call of a piece; a new call where the piece starts one. */
  find(index: Json | undefined, sentId: Json | undefined): T {
    const id = typeof sentId === 'string' && sentId !== '' ? sentId : null;
    const key = stringifyJson(index ?? null);
    const open = this.#byIndex.get(key);
    const isOpen = id === null || open?.id === null;
    const call = (id === null ? undefined : this.#byId.get(id)) ?? (isOpen ? open : undefined);
    if (call !== undefined && id === null) return call;
    const target = call ?? this.#add();
    target.id ??= id;
    if (id !== null) this.#byId.set(id, target);
    this.#byIndex.set(key, target);
    return target;
  }

  #add(): T {
    const call = this.#begin();
    this.#calls.push(call);
    return call;
  }
}
