import type { Issue, Json, Place, Trace } from '#core';
import type { ReadFailure } from './records/read-codes.ts';
import type { RunOrder } from './spill/run-order.ts';

/** Receives what a reader makes of a file. */
export interface TraceOutput {
  /**
   * Receives a run. `files` are the files of its records, where other files cannot contain any. By default an
   * unreadable record may belong to any run that waits. `order` is its place among the runs that waited for the end.
   */
  trace(trace: Trace, where: Place, files?: ReadonlySet<string>, order?: RunOrder): void;
  /**
   * A record that could not be read: an errored run, never skipped. `isWholeRun`: all records of that run are known, so
   * that no other run lacks one.
   */
  error(issue: ReadFailure, isWholeRun?: boolean): void;
  /** A remark on the whole file that affects no run. */
  warn(issue: Issue): void;
}

/** Makes traces of records: at once where a record is a whole run, at the end where runs lie scattered. */
export interface Assembler {
  /**
   * Adds the next record of a file. Bad input is an issue, never a throw; the record is not changed. `bytes` is the
   * length of its text, where it was read from text.
   */
  add(record: Json, where: Place, bytes?: number): void;
  /** Ends the input: waiting runs are complete. Many runs are emitted one at a time, as the caller iterates. */
  end(): Iterable<void> | void;
  /**
   * Moves the waiting runs to `count` assemblers by the keys of `partition`, where the format has it. The parts warn of
   * nothing: this assembler ends after them, and warns for all.
   */
  divide?(count: number, indexOf: (key: string) => number): Assembler[];
  /** Removes temporary files. */
  close?(): void;
}

/** Opens the assembler of a format: in memory, or with temporary files where it does not fit. */
export type OpenAssembler = (format: TraceFormat, output: TraceOutput) => Assembler;

/** Receives the parts of a record. */
export interface PartitionSink {
  /** What the record says of a run: a record by itself, in its order among those of the same run. */
  part(key: string, record: Json, where: Place): void;
  /** A record that nothing must wait for: a whole run, or a record without a run. */
  rest(record: Json, where: Place): void;
  /** A part that cannot be read, as `add` reports it. */
  error(issue: ReadFailure): void;
}

/**
 * How a record looks to a format: foreign, a whole run, or a part of a run (a message, a span, a line of a log).
 * `perhaps` is a part that several formats write alike, so that further records decide.
 */
export type Likeness = 'none' | 'perhaps' | 'run' | 'part';

/** A trace format: one plain object per folder. */
export interface TraceFormat {
  /** Its id, as `--format` takes it: `openai-chat`. */
  readonly id: string;
  /** Its name for people: `OpenAI Chat Completions`. */
  readonly title: string;
  /** Whether a run may be spread over several files, so that all files are read before it is complete. */
  readonly joinsFiles: boolean;
  /** Judges by the keys that only this format has; cheap, and never throws. */
  sniff(record: Json): Likeness;
  /** Starts on a file, or on all of them where the format joins files. */
  open(output: TraceOutput): Assembler;
  /**
   * Splits a record by run, so that runs that do not fit in memory can wait in temporary files. It reports what `add`
   * would report, and the assembler has `divide`. Absent where runs depend on each other.
   */
  partition?(record: Json, where: Place, sink: PartitionSink): void;
}
