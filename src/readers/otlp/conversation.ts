import type { Message, MessageCall, MessageResult } from '../messages/message.ts';

/** What the requests of a run repeat of its earlier turns, kept once. */
export class Conversation {
  /** What came back for calls, by their ids. */
  readonly results: Map<string, MessageResult> = new Map();
  /** The longest list of earlier calls. */
  history: readonly MessageCall[] = [];
  #fewest = Infinity;

  /** The earlier calls that the first request did not know of yet: what was chosen before it is of another run. */
  get recent(): readonly MessageCall[] {
    return this.history.slice(this.#fewest);
  }

  add(input: readonly Message[], output: readonly Message[]): void {
    for (const { results } of [...input, ...output])
      for (const result of results) this.#addResult(result);
    const calls = input.flatMap((message) => message.calls);
    if (isLonger(calls, this.history)) this.history = calls;
    if (input.length > 0) this.#fewest = Math.min(this.#fewest, calls.length);
  }

  #addResult(result: MessageResult): void {
    if (result.id === null) return;
    const known = this.results.get(result.id);
    if (known === undefined || known.status === null) this.results.set(result.id, result);
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
