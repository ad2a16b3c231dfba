import type { Issue, Json, Place, Trace } from '#core';
import type { ReadFailure } from './records/read-codes.ts';

/** Receives what a reader makes of a file. */
export interface TraceOutput {
  /**
   * Receives a run. `files` are the files of its records, where other files cannot contain any. By default an
   * unreadable record may belong to any run that waits.
   */
  trace(trace: Trace, where: Place, files?: ReadonlySet<string>): void;
  /** A record that could not be read: an errored run, never skipped. */
  error(issue: ReadFailure): void;
  /** A remark on the whole file that affects no run. */
  warn(issue: Issue): void;
}

/** Makes traces of records: at once where a record is a whole run, at the end where runs lie scattered. */
export interface Assembler {
  /** Adds the next record of a file. Bad input is an issue, never a throw; the record is not changed. */
  add(record: Json, where: Place): void;
  /** Ends the input: waiting runs are complete. Many runs are emitted one at a time, as the caller iterates. */
  end(): Iterable<void> | void;
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
}
