// Inspect AI logs, format versions 2 and 3 (inspect_ai 0.3): .json, and .eval, whose members are the header and the samples.
import { isJsonObject, type Json, type JsonObject, type Place } from '#core';
import type { Assembler, Likeness, TraceFormat, TraceOutput } from '../../trace-format.ts';
import { type LogHeader, NO_HEADER, readHeader } from './log-header.ts';
import { readSample } from './read-sample.ts';
import { readIssue } from '../../records/read-codes.ts';

/** Inspect logs: each sample in each epoch is a run. */
export const inspectAiFormat: TraceFormat = {
  id: 'inspect-ai',
  title: 'Inspect AI',
  joinsFiles: false,
  sniff: (record) => likeness(record),
  open: (output) => new LogAssembler(output),
};

function likeness(record: Json): Likeness {
  if (!isJsonObject(record)) return 'none';
  if (isLog(record)) return Array.isArray(record.samples) ? 'run' : 'part';
  return isSample(record) ? 'part' : 'none';
}

function isLog(record: JsonObject): boolean {
  return (
    typeof record.version === 'number' &&
    isJsonObject(record.eval) &&
    typeof record.eval.task === 'string'
  );
}

function isSample(record: JsonObject): boolean {
  return typeof record.epoch === 'number' && 'target' in record && Array.isArray(record.messages);
}

class LogAssembler implements Assembler {
  readonly #output: TraceOutput;
  #header: LogHeader = NO_HEADER;
  #where: Place = {};
  #samples = 0;

  constructor(output: TraceOutput) {
    this.#output = output;
  }

  add(record: Json, where: Place): void {
    if (!isJsonObject(record)) this.#refuse('a log or a sample of one must be an object', where);
    else if (isLog(record)) this.#addLog(record, where);
    else if (isSample(record)) this.#addSample(record, where);
    else this.#refuse('this is neither an Inspect log nor a sample of one', where);
  }

  end(): void {
    const { status, error } = this.#header;
    if (status === null || status === 'success') return;
    const why = error === null ? '' : ` (${error})`;
    const message = `the evaluation ended with status "${status}"${why}`;
    if (this.#samples === 0) this.#refuse(`${message} and has no samples`, this.#where);
    else
      this.#output.warn(
        readIssue(
          'READ_RUN_SKIPPED',
          `${message}: samples that it did not come to are not in the log`,
          { where: this.#where },
        ),
      );
  }

  #addLog(log: JsonObject, where: Place): void {
    this.#header = readHeader(log);
    this.#where = where;
    if (!Array.isArray(log.samples)) return;
    for (const [index, sample] of (log.samples as readonly Json[]).entries()) {
      const place = { ...where, pointer: `${where.pointer ?? ''}/samples/${index}` };
      if (isJsonObject(sample)) this.#addSample(sample, place);
      else this.#refuse('a sample must be an object', place);
    }
  }

  #addSample(sample: JsonObject, where: Place): void {
    this.#samples += 1;
    this.#output.trace(readSample(sample, this.#header, where), where);
  }

  #refuse(message: string, where: Place): void {
    const hint =
      'an Inspect log has version, eval and samples; a sample has epoch, target and messages';
    this.#output.error(readIssue('TRACE_SCHEMA', message, { where, hint }));
  }
}
