import type { Json, Place } from '#core';
import type { ReadFailure } from './read-codes.ts';

/** Receives the records and errors of a file, in file order. */
export interface RecordSink {
  /** What the file is called in places and issues. */
  readonly file: string;
  /** `bytes` is the length of its text. */
  value(value: Json, where: Place, bytes: number): void;
  /** `text` is what should have been a record, where it is text at all. */
  error(issue: ReadFailure, text?: string): void;
}

/** Splits a stream of bytes into records; `offset` is the place of the chunk (or the end) in the file. */
export interface Splitter {
  push(chunk: Buffer, offset: number): void;
  end(offset: number): void;
}
