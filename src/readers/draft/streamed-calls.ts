import { type Json, stringifyJson } from '#core';

/** A call whose pieces are put together. */
interface Streamed {
  id: string | null;
}

/**
 * The calls of one streamed answer. An id decides which call a piece belongs to. A piece without an id goes on with the last
 * call of its index: some senders leave out the index, or give all calls the same.
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

  /** The call of a piece; a new one where the piece begins one. */
  find(index: Json | undefined, given: Json | undefined): T {
    const id = typeof given === 'string' && given !== '' ? given : null;
    const key = stringifyJson(index ?? null);
    const open = this.#byIndex.get(key);
    const isOpen = id === null || open?.id === null;
    const call = (id === null ? undefined : this.#byId.get(id)) ?? (isOpen ? open : undefined);
    if (call !== undefined && id === null) return call;
    const own = call ?? this.#add();
    own.id ??= id;
    if (id !== null) this.#byId.set(id, own);
    this.#byIndex.set(key, own);
    return own;
  }

  #add(): T {
    const call = this.#begin();
    this.#calls.push(call);
    return call;
  }
}
