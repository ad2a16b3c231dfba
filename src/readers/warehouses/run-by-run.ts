import type { Issue, Json, Place } from '#core';
import { count } from '../draft/count.ts';
import { readIssue } from '../records/read-codes.ts';
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

  constructor(format: TraceFormat, output: TraceOutput) {
    this.#format = format;
    this.#output = {
      trace: (trace, where) => output.trace(trace, where),
      error: (issue) => output.error(issue),
      warn: (issue) => this.#note(issue),
    };
    this.#warn = (issue) => output.warn(issue);
  }

  readonly #warn: (issue: Issue) => void;

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
    for (const issue of this.#warnings.values()) this.#warn(issue);
    if (this.#skipped === 0) return;
    const message = `${count(this.#skipped, 'trace', 'traces')} without a span of an agent, a model or a tool left out`;
    this.#warn(readIssue('READ_RUN_SKIPPED', message));
  }

  #finish(): void {
    for (const _ of this.#inner?.end() ?? []);
    this.#inner = null;
  }
}
