// Events of `codex exec --json`, read in the source up to 0.169 and tried with 0.169.0.
import { isJsonObject, type Json, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { ExecRun } from './exec-run.ts';

/** The stream of `codex exec --json`: one run per started thread. */
export const codexExecFormat: TraceFormat = {
  id: 'codex-exec',
  title: 'Codex exec streams',
  joinsFiles: false,
  sniff: (record) => (isEvent(record) ? 'part' : 'none'),
  open: (output) => new ExecStream(output),
};

const EVENT =
  /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/;

function isEvent(record: Json): boolean {
  if (!isJsonObject(record) || typeof record.type !== 'string' || !EVENT.test(record.type))
    return false;
  if (record.type === 'thread.started') return typeof record.thread_id === 'string';
  return !record.type.startsWith('item.') || isJsonObject(record.item);
}

class ExecStream implements Assembler {
  readonly #output: TraceOutput;
  #run: ExecRun | null = null;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    const isItem =
      isJsonObject(record) && typeof record.type === 'string' && /^item\.[a-z]+$/.test(record.type);
    if (
      !isJsonObject(record) ||
      typeof record.type !== 'string' ||
      (isItem && !isJsonObject(record.item))
    ) {
      const message = 'an event must have a type, and an item where it is of an item';
      this.#output.error(readIssue('TRACE_SCHEMA', message, { where }));
      return;
    }
    if (record.type === 'thread.started') this.end();
    this.#run ??= new ExecRun(where);
    this.#run.add(record.type, record, where);
  }

  end(): void {
    if (this.#run !== null) this.#output.trace(this.#run.finish(), this.#run.where);
    this.#run = null;
  }
}
