import type { Issue, Json, Place } from '#core';
import { RunDraft } from '../../draft/run-draft.ts';
import type { Assembler, TraceOutput } from '../../trace-format.ts';
import { addMessages, readHistoryMessage } from '../../langchain-history/add-messages.ts';
import { addState, compareStates, isLater } from './add-state.ts';
import { joinChunks } from '../../langchain-history/join-chunks.ts';
import { readState, type State } from './state.ts';
import { unwrapMessage } from '../../dialects/langchain/unwrap-message.ts';
import { readIssue } from '../../records/read-codes.ts';

/** A conversation of which several states were saved, each with all that was said before. */
interface Conversation {
  readonly where: Place;
  /** The latest state of each part of the graph. */
  readonly latest: Map<string, State>;
}

/** Makes runs of histories. Of a history that is recorded repeatedly, longer each time, the last is used. */
export class HistoryAssembler implements Assembler {
  readonly #output: TraceOutput;
  readonly #messages: Json[] = [];
  #messagesAt: Place | null = null;
  readonly #threads = new Map<string, Conversation>();
  /** The last state without a thread: the next record may go on with it. */
  #open: Conversation | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (readHistoryMessage(record) !== null) {
      this.#messagesAt ??= where;
      this.#messages.push(record);
      return;
    }
    const state = readState(record);
    if (state === null) this.#output.error(notMessages(where));
    else if (state.thread === null) this.#addLoose(state, where);
    else this.#addSaved(state, state.thread, where);
  }

  end(): void {
    this.#close();
    for (const thread of this.#threads.values()) this.#emit(thread);
    if (this.#messagesAt === null) return;
    const draft = new RunDraft(this.#messagesAt);
    addMessages(draft, joinChunks(this.#messages), null);
    this.#finish(draft);
  }

  #addSaved(state: State, id: string, where: Place): void {
    let thread = this.#threads.get(id);
    if (thread === undefined) this.#threads.set(id, (thread = { where, latest: new Map() }));
    const existing = thread.latest.get(state.namespace);
    if (existing === undefined || isLater(state, existing))
      thread.latest.set(state.namespace, state);
  }

  /** A stream of states has no thread in it, but its messages have ids. */
  #addLoose(state: State, where: Place): void {
    const before = this.#open?.latest.get('');
    const goesOn =
      before !== undefined &&
      state.messages.length >= before.messages.length &&
      idAt(state, 0) !== null &&
      idAt(state, 0) === idAt(before, 0) &&
      // An answer that was generated again has another id: it is a separate run.
      idAt(state, before.messages.length - 1) === idAt(before, before.messages.length - 1);
    if (!goesOn) this.#close();
    this.#open ??= { where, latest: new Map() };
    this.#open.latest.set('', state);
  }

  #close(): void {
    if (this.#open !== null) this.#emit(this.#open);
    this.#open = null;
  }

  #emit({ where, latest }: Conversation): void {
    const draft = new RunDraft(where);
    for (const state of [...latest.values()].sort(compareStates)) addState(draft, state);
    this.#finish(draft);
  }

  #finish(draft: RunDraft): void {
    if (draft.turn === 0) draft.error ??= 'the agent never answered';
    this.#output.trace(draft.finish(), draft.where);
  }
}

function idAt({ messages }: State, place: number): string | null {
  const message = messages[place];
  const id = message === undefined ? null : unwrapMessage(message)?.body.id;
  return typeof id === 'string' ? id : null;
}

function notMessages(where: Place): Issue<'TRACE_SCHEMA'> {
  return readIssue('TRACE_SCHEMA', 'there are no LangChain messages in this record', {
    where: { ...where, pointer: where.pointer ?? '' },
    hint: 'a run is { "messages": [ { "type": "human", "content": "…" }, … ] }',
  });
}
