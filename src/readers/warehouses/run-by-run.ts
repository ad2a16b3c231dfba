import type { Issue, Json, Place } from '#core';
import { count } from '../draft/count.ts';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import type { Assembler, TraceFormat, TraceOutput } from '../trace-format.ts';

/**
 * A format whose records arrive run by run, each with the place of its run: a run is complete where the next one begins.
 * So only one of them is in memory, however long the table is.
 */
export function runByRun(format: TraceFormat, id: string): TraceFormat {
  return {
    id,
    title: format.title,
    joinsFiles: false,
    sniff: (record) => format.sniff(record),
    open: (output) => new RunByRunAssembler(format, output),
  };
}

class RunByRunAssembler implements Assembler {
  readonly #format: TraceFormat;
  readonly #output: TraceOutput;
  readonly #warnings = new Map<string, Issue>();
  #inner: Assembler | null = null;
  #place: string | undefined;
  #skipped = 0;
  /** The errors of the run so far: no other run lacks these records. */
  readonly #errors: ReadFailure[] = [];
  /** Whether all records of the run were added, and whether it became a trace then. */
  #isEnding = false;
  #hasTrace = false;

  constructor(format: TraceFormat, output: TraceOutput) {
    this.#format = format;
    this.#output = {
      trace: (trace, where) => {
        const lacksRecord = this.#isEnding && this.#errors.length > 0;
        this.#passErrors();
        if (this.#isEnding) this.#hasTrace = true;
        output.trace(lacksRecord ? { ...trace, partial: true } : trace, where);
      },
      error: (issue) => {
        if (this.#hasTrace) output.error(issue);
        else this.#errors.push(issue);
      },
      warn: (issue) => this.#note(issue),
    };
    this.#outer = output;
  }

  readonly #outer: TraceOutput;

  /** Each run warns by itself; the warnings of all come once. */
  #note(issue: Issue): void {
    if (issue.code === 'READ_RUN_SKIPPED') this.#skipped += 1;
    else if (!this.#warnings.has(issue.message)) this.#warnings.set(issue.message, issue);
  }

  add(record: Json, where: Place, bytes?: number): void {
    if (this.#inner === null || where.file !== this.#place) {
      this.#finish();
      this.#inner = this.#format.open(this.#output);
      this.#place = where.file;
    }
    this.#inner.add(record, where, bytes);
  }

  end(): void {
    this.#finish();
    for (const issue of this.#warnings.values()) this.#outer.warn(issue);
    if (this.#skipped === 0) return;
    const message = `${count(this.#skipped, 'trace', 'traces')} without a span of an agent, a model or a tool left out`;
    this.#outer.warn(readIssue('READ_RUN_SKIPPED', message));
  }

  #finish(): void {
    this.#isEnding = true;
    for (const _ of this.#inner?.end() ?? []);
    this.#passErrors();
    this.#isEnding = false;
    this.#hasTrace = false;
    this.#inner = null;
  }

  #passErrors(): void {
    for (const issue of this.#errors.splice(0)) this.#outer.error(issue, true);
  }
}
