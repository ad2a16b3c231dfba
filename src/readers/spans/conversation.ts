import type { Message, MessageCall, MessageResult } from '../messages/message.ts';

/** The earlier turns that the requests of a run repeat, kept once. */
export class Conversation {
  /** What came back for calls, by their ids. */
  readonly results: Map<string, MessageResult> = new Map();
  /** The ids of calls that an answer requested, in order, by the first id. */
  readonly lists: Map<string, readonly string[]> = new Map();
  readonly #histories: Map<string, History> = new Map();

  /** The earlier calls, without those before the question of the first request: these belong to another run. */
  get history(): readonly MessageCall[] {
    let longest: readonly MessageCall[] = [];
    let before = 0;
    for (const { calls, beforeModels, beforeOthers } of this.#histories.values()) {
      if (!isLonger(calls, longest)) continue;
      longest = calls;
      before = beforeModels ?? beforeOthers ?? 0;
    }
    return longest.slice(before);
  }

  /** Only requests to models repeat all earlier turns: the input of an agent is often its last question alone. */
  addRequest(input: readonly Message[], isModel = true): void {
    this.addResults(input);
    this.addLists(input);
    if (input.length === 0) return;
    const calls = input.flatMap((message) => message.calls);
    const history = this.#historyOf(input);
    if (isLonger(calls, history.calls)) history.calls = calls;
    const question = input.findLastIndex(isQuestion);
    const since = input.slice(question + 1).flatMap((message) => message.calls);
    const before = calls.length - since.length;
    if (isModel) history.beforeModels = Math.min(history.beforeModels ?? before, before);
    else history.beforeOthers = Math.min(history.beforeOthers ?? before, before);
  }

  /** Conversations differ by their first question: those of sub-agents have another one. */
  #historyOf(input: readonly Message[]): History {
    const key = input.find(isQuestion)?.text ?? '';
    const existing = this.#histories.get(key);
    if (existing !== undefined) return existing;
    const history: History = { calls: [], beforeModels: null, beforeOthers: null };
    this.#histories.set(key, history);
    return history;
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

/** The calls that the requests of one conversation repeat, and how many of them its first request had already. */
interface History {
  calls: readonly MessageCall[];
  beforeModels: number | null;
  beforeOthers: number | null;
}

function isQuestion({ role, text }: Message): boolean {
  return role === 'user' && text !== '';
}

/** Of two equally long the choice must not depend on which came first. */
function isLonger(calls: readonly MessageCall[], others: readonly MessageCall[]): boolean {
  if (calls.length !== others.length) return calls.length > others.length;
  return calls.length > 0 && textOf(calls) < textOf(others);
}

function textOf(calls: readonly MessageCall[]): string {
  return JSON.stringify(calls.map(({ id, name }) => [id, name]));
}
