/** What calls are looked up by. */
interface IndexedCall {
  readonly id: string | null;
  readonly name: string;
  readonly answered: boolean;
}

/** Calls in the order in which results may come for them; answered calls are skipped for good. */
interface Queue<T> {
  readonly calls: T[];
  next: number;
}

/** How many calls with the same id are searched: more are a broken log, and must not cost time. */
const MAX_SAME_ID = 16;

/** Finds calls by id or name, in time that does not grow with the length of the run. */
export class CallIndex<T extends IndexedCall> {
  readonly #byId = new Map<string, T[]>();
  readonly #byName = new Map<string, Queue<T>>();
  readonly #all: Queue<T> = { calls: [], next: 0 };

  add(call: T): void {
    this.#all.calls.push(call);
    this.addName(call);
    if (call.id === null) return;
    const others = this.#byId.get(call.id);
    if (others === undefined) this.#byId.set(call.id, [call]);
    else others.push(call);
  }

  /** Indexes a call under its current name. */
  addName(call: T): void {
    const queue = this.#byName.get(call.name);
    if (queue === undefined) this.#byName.set(call.name, { calls: [call], next: 0 });
    else queue.calls.push(call);
  }

  /** The calls of an id, the last few of them. */
  withId(id: string): readonly T[] {
    const calls = this.#byId.get(id) ?? [];
    return calls.length > MAX_SAME_ID ? calls.slice(-MAX_SAME_ID) : calls;
  }

  /** The first call of a name, or of any, that has no result yet. */
  findOpen(name: string | null): T | undefined {
    const queue = name === null ? this.#all : this.#byName.get(name);
    if (queue === undefined) return undefined;
    while (queue.calls[queue.next]?.answered === true) queue.next += 1;
    return queue.calls[queue.next];
  }
}
