import type { Message, MessageCall, MessageResult } from '../messages/message.ts';

/** The earlier turns that the requests of a run repeat, kept once. */
export class Conversation {
  /** What came back for calls, by their ids. */
  readonly results: Map<string, MessageResult> = new Map();
  /** The ids of calls that an answer requested, in order, by the first id. */
  readonly lists: Map<string, readonly string[]> = new Map();
  #longest: readonly MessageCall[] = [];
  #before = Infinity;

  /** The earlier calls, without those before the question of the first request: these belong to another run. */
  get history(): readonly MessageCall[] {
    return this.#longest.slice(this.#before);
  }

  addRequest(input: readonly Message[]): void {
    this.addResults(input);
    this.addLists(input);
    const calls = input.flatMap((message) => message.calls);
    if (isLonger(calls, this.#longest)) this.#longest = calls;
    if (input.length === 0) return;
    const question = input.findLastIndex(({ role, text }) => role === 'user' && text !== '');
    const since = input.slice(question + 1).flatMap((message) => message.calls);
    this.#before = Math.min(this.#before, calls.length - since.length);
  }

  addLists(messages: readonly Message[]): void {
    for (const { calls } of messages) {
      const [first, ...rest] = calls.flatMap(({ id }) => id ?? []);
      if (first !== undefined && rest.length > 0) this.lists.set(first, [first, ...rest]);
    }
  }

  addResults(messages: readonly Message[]): void {
    for (const { results } of messages) for (const result of results) this.#addResult(result);
  }

  #addResult(result: MessageResult): void {
    if (result.id === null) return;
    const existing = this.results.get(result.id);
    if (existing === undefined || existing.status === null) this.results.set(result.id, result);
  }
}

/** Of two equally long the choice must not depend on which came first. */
function isLonger(calls: readonly MessageCall[], others: readonly MessageCall[]): boolean {
  if (calls.length !== others.length) return calls.length > others.length;
  return calls.length > 0 && textOf(calls) < textOf(others);
}

function textOf(calls: readonly MessageCall[]): string {
  return JSON.stringify(calls.map(({ id, name }) => [id, name]));
}
