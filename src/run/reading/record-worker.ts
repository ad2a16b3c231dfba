import { setImmediate } from 'node:timers/promises';
import { LineScanner, type OpenLines, type ScannerModule } from '#bulk';
import { asWarning, type Place } from '#core';
import {
  EmptyInputs,
  type EmptyInputsState,
  type Input,
  readTraces,
  type TraceFormat,
  type TraceRecord,
} from '#readers';
import { type FormatCount, FormatCounts } from '../intake/format-counts.ts';
import type { Job, JobResult } from './job.ts';
import { LineCounter } from './line-counter.ts';
import { readRange } from './read-range.ts';

/** Sums of one kind over the records of jobs. */
export interface RecordSums<J, S> {
  add(record: TraceRecord, job: number): void;
  /** Adds the run of a line from what was scanned of it; false where the line must be parsed. */
  addScanned?(scanner: LineScanner, line: ScannedLine, job: number): boolean;
  /** Ends a job: what is merged in the order of jobs, as plain data. */
  endJob(): J;
  /** What is merged in any order, as plain data; at the end. */
  state(): S;
}

/** A line that was scanned. */
export interface ScannedLine extends OpenLines {
  /** Counts lines, so it is called only where the place is shown. */
  where(): Place;
}

/** The result of a job of records. */
export interface RecordResult<J> extends JobResult {
  readonly output: J;
}

/** What a worker noted of files; plain data. */
export interface FileState {
  readonly formats: readonly FormatCount[];
  readonly empty: EmptyInputsState;
}

/** The sums of a worker; plain data. */
export interface RecordState<S> extends FileState {
  readonly sums: S;
}

export interface RecordWorkerOptions {
  readonly format: TraceFormat | null;
  readonly allowTornTail: boolean;
  readonly module: ScannerModule;
  /** Called with the number of records, each time some were read. */
  readonly onRecords: (count: number) => void;
}

/** Reads jobs, one after the other, into sums. */
export class RecordWorker<J, S> {
  readonly #sums: RecordSums<J, S>;
  readonly #options: RecordWorkerOptions;
  readonly #formats = new FormatCounts();
  readonly #empty = new EmptyInputs();
  readonly #lineCounters = new Map<string, LineCounter>();
  /** Made for the first range. */
  #scanner: LineScanner | null = null;

  constructor(sums: RecordSums<J, S>, options: RecordWorkerOptions) {
    this.#sums = sums;
    this.#options = options;
  }

  /** Does a job. Throws a UserError where a file is unusable as a whole. */
  async run(job: Job): Promise<RecordResult<J>> {
    const read = job.range === null ? await this.#readFiles(job) : await this.#readRange(job);
    return { ...read, hashes: [], output: this.#sums.endJob() };
  }

  async #readFiles({ files, index }: Job): Promise<Omit<JobResult, 'hashes'>> {
    const { format, onRecords } = this.#options;
    const onFormat = (input: Input, format: TraceFormat): void =>
      this.#formats.add(input, format, index);
    for await (const records of readTraces(files, { format, onFormat })) {
      for (const record of records) this.add(record, index);
      onRecords(records.length);
    }
    return { lines: 0, records: 0, bad: 0 };
  }

  async #readRange({ index, range, files }: Job): Promise<Omit<JobResult, 'hashes'>> {
    if (range === null) return { lines: 0, records: 0, bad: 0 };
    // Messages of other threads may wait.
    await setImmediate();
    for (const file of files) this.#formats.add(file, { id: 'native' }, index);
    const counter = this.#lineCounterOf(range.path);
    const scanner = (this.#scanner ??= new LineScanner(this.#options.module));
    const { displayName: file, start } = range;
    const read = readRange(range, {
      counter,
      scan: (part, fd) => scanner.scan(part, fd),
      take: (line) => {
        const { offset } = line;
        const where = (): Place => ({ file, line: counter.before(start) + line.line, offset });
        return this.#sums.addScanned?.(scanner, { ...line, where }, index) === true;
      },
      read: (record) => this.add(record, index),
    });
    if (read.records > 0) this.#empty.noteRecord();
    this.#options.onRecords(read.records);
    return read;
  }

  /** Adds a record. A file that ends in the middle of one may be only a warning. */
  add(record: TraceRecord, job: number): void {
    const isTorn = record.kind === 'error' && record.issue.code === 'TRACE_TORN_TAIL';
    const added: TraceRecord =
      isTorn && this.#options.allowTornTail
        ? { kind: 'warning', issue: asWarning(record.issue) }
        : record;
    this.#empty.add(record, job);
    this.#sums.add(added, job);
  }

  #lineCounterOf(path: string): LineCounter {
    let counter = this.#lineCounters.get(path);
    if (counter === undefined) this.#lineCounters.set(path, (counter = new LineCounter(path)));
    return counter;
  }

  get files(): FileState {
    return { formats: this.#formats.state(), empty: this.#empty.state() };
  }

  finish(): RecordState<S> {
    return { sums: this.#sums.state(), ...this.files };
  }
}
