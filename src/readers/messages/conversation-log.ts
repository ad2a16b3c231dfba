import type { Json, Place } from '#core';
import { RunDraft } from '../draft/run-draft.ts';
import { readIssue } from '../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../trace-format.ts';
import { type Exchange, type Misread, NO_MESSAGE } from './exchange.ts';
import type { Message } from './message.ts';
import { type ApiDialect, readExchange } from './read-exchange.ts';

/**
 * Makes runs of single messages, whole conversations, and requests with their answers. A request that repeats an
 * earlier request and its answer belongs to the same run, and the repeated messages count once.
 */
export class ConversationLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #dialect: ApiDialect;
  #parts: RunDraft | null = null;
  /** Runs that may go on, in the order of their first record. */
  readonly #runs = new Set<RunDraft>();
  /** The same by what the model said last. */
  readonly #byAnswer = new Map<string, RunDraft>();

  constructor(output: TraceOutput, dialect: ApiDialect) {
    this.#output = output;
    this.#dialect = dialect;
  }

  add(record: Json, where: Place): void {
    if (this.#dialect.isMessage(record)) this.#addPart(record, where);
    else {
      const exchange = readExchange(record, this.#dialect);
      if ('pointer' in exchange) this.#refuse(exchange, where);
      else if (exchange.isRequest) this.#join(exchange, where);
      else this.#emit(fill(new RunDraft(where), exchange, exchange.messages));
    }
  }

  *end(): Generator<void> {
    for (const run of this.#runs) {
      this.#emit(run);
      yield;
    }
  }

  #addPart(record: Json, where: Place): void {
    const message = this.#dialect.readMessage(record);
    if (message === null) {
      this.#refuse({ pointer: '', message: NO_MESSAGE }, where);
      return;
    }
    if (this.#parts === null) {
      this.#parts = new RunDraft(where);
      this.#runs.add(this.#parts);
    }
    this.#parts.addMessage(message);
  }

  #join(exchange: Exchange, where: Place): void {
    const { messages, answer } = exchange;
    const last = messages.findLastIndex(({ role }) => role === 'assistant');
    const key = last < 0 ? null : answerKey(messages[last]!, messages, last);
    const existing = key === null ? undefined : this.#byAnswer.get(key);
    const run = existing ?? new RunDraft(where);
    this.#runs.add(run);
    // An earlier answer may have been cut off; only the end of the last answer counts.
    run.error = null;
    fill(run, exchange, existing === undefined ? messages : messages.slice(last + 1));
    // A request that failed may be sent again.
    if (answer === null) {
      if (run.error === null) run.reject('READ_ANSWER_MISSING', NO_ANSWER);
      return;
    }
    if (key !== null) this.#byAnswer.delete(key);
    this.#byAnswer.set(answerKey(answer, messages, messages.length), run);
  }

  #refuse({ pointer, message }: Misread, where: Place): void {
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }

  #emit(run: RunDraft): void {
    // A request alone does not show what the agent chose.
    if (run.turn === 0) run.error ??= NO_ANSWER;
    this.#output.trace(run.finish(), run.where);
  }
}

const NO_ANSWER = 'the record has no answer of the model';

function fill(run: RunDraft, exchange: Exchange, messages: readonly Message[]): RunDraft {
  for (const message of messages) run.addMessage(message);
  if (exchange.answer !== null) run.addMessage(exchange.answer);
  exchange.note(run);
  return run;
}

/** The key of an answer in later requests: the ids of its calls, otherwise its text and place in the conversation. */
function answerKey(answer: Message, messages: readonly Message[], place: number): string {
  const ids = answer.calls.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length > 0) return JSON.stringify(ids);
  const input = messages.find(({ role, text }) => role === 'user' && text !== '')?.text;
  const names = answer.calls.map(({ name }) => name);
  return JSON.stringify([place, input ?? null, answer.text, names]);
}
