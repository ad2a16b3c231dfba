import type { Issue, Json, Place, Trace } from '#core';
import type { ReadFailure } from './read-codes.ts';

/** Takes what a reader makes of a file. */
export interface TraceOutput {
  /**
   * Takes a run. `files` are those of its records, where a record belongs only to runs with other records in its file; by
   * default an unreadable record may belong to any run that waits.
   */
  trace(trace: Trace, where: Place, files?: ReadonlySet<string>): void;
  /** A record that could not be read: an errored run, never skipped. */
  error(issue: ReadFailure): void;
  /** Something of the whole file that is worth knowing and spoils no run. */
  warn(issue: Issue): void;
}

/** Makes traces of records: at once where a record is a whole run, at the end where runs lie scattered. */
export interface Assembler {
  /** Takes the next record of a file. Bad input is an issue, never a throw; the record is not changed. */
  add(record: Json, where: Place): void;
  /** There are no more records: what was waiting is complete. Where that is many runs they come one at a time, as asked for. */
  end(): Iterable<void> | void;
}

/**
 * How a record looks to a format: not its own, a whole run, or a part of one (a message, a span, a line of a log);
 * `perhaps` is a part that is written alike in several formats, so that further records decide.
 */
export type Likeness = 'none' | 'perhaps' | 'run' | 'part';

/** A trace format: one plain object per folder. */
export interface TraceFormat {
  /** Its id, as `--format` takes it: `openai-chat`. */
  readonly id: string;
  /** Its name for people: `OpenAI Chat Completions`. */
  readonly title: string;
  /** Whether runs may lie scattered over several files, so that all are read before one is complete. */
  readonly joinsFiles: boolean;
  /** Judges by the keys that only this format has; cheap, and never throws. */
  sniff(record: Json): Likeness;
  /** Starts on a file, or on all of them where the format joins files. */
  open(output: TraceOutput): Assembler;
}
