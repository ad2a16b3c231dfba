import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import { RunDraft } from '../draft/run-draft.ts';
import { readIssue } from '../records/read-codes.ts';
import type { Assembler, TraceOutput } from '../trace-format.ts';
import { NO_MESSAGE } from './exchange.ts';

/** How a framework writes the messages of a run, where each record is a whole history. */
export interface HistoryDialect {
  /** The message for a record that has no messages. */
  readonly mismatch: string;
  /** Whether a record is a single message: the messages of a file are a run. */
  isMessage(record: Json): boolean;
  /** The messages of a record; null where it has none. */
  findMessages(record: JsonObject): FoundMessages | null;
  /** Adds a message to a run; returns whether it is a message. */
  addMessage(draft: RunDraft, message: Json): boolean;
  /** Adds what is beside the messages: ids, tools, usage, an error. */
  note?(draft: RunDraft, record: JsonObject): void;
}

export interface FoundMessages {
  readonly list: readonly Json[];
  readonly pointer: string;
}

/** Makes a run of every history, and one of all single messages of a file. */
export class MessageListLog implements Assembler {
  readonly #output: TraceOutput;
  readonly #dialect: HistoryDialect;
  #parts: RunDraft | null = null;

  constructor(output: TraceOutput, dialect: HistoryDialect) {
    this.#output = output;
    this.#dialect = dialect;
  }

  add(record: Json, where: Place): void {
    if (this.#dialect.isMessage(record)) {
      this.#parts ??= new RunDraft(where);
      if (!this.#dialect.addMessage(this.#parts, record)) this.#refuse(NO_MESSAGE, '', where);
      return;
    }
    const whole = isJsonObject(record) ? record : {};
    const messages = Array.isArray(record)
      ? { list: record as readonly Json[], pointer: '' }
      : this.#dialect.findMessages(whole);
    if (messages === null || messages.list.length === 0)
      this.#refuse(this.#dialect.mismatch, '', where);
    else this.#addRun(messages, whole, where);
  }

  end(): void {
    if (this.#parts !== null) this.#emit(this.#parts);
  }

  #addRun({ list, pointer }: FoundMessages, record: JsonObject, where: Place): void {
    const draft = new RunDraft(where);
    for (const [index, message] of list.entries())
      if (!this.#dialect.addMessage(draft, message)) {
        this.#refuse(NO_MESSAGE, `${pointer}/${index}`, where);
        return;
      }
    this.#dialect.note?.(draft, record);
    this.#emit(draft);
  }

  #emit(draft: RunDraft): void {
    if (draft.turn === 0) draft.error ??= 'the record has no answer of the model';
    this.#output.trace(draft.finish(), draft.where);
  }

  #refuse(message: string, pointer: string, where: Place): void {
    const place = { ...where, pointer: (where.pointer ?? '') + pointer };
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where: place }));
  }
}
