import type { Json, Place } from '#core';
import type { ReadFailure } from '../read-codes.ts';

/** Takes what is found in a file, in file order. */
export interface RecordSink {
  /** What the file is called in places and issues. */
  readonly file: string;
  value(value: Json, where: Place): void;
  error(issue: ReadFailure): void;
}

/** Cuts a stream of bytes into records; `offset` is where the chunk (or the end) stands in the file. */
export interface Splitter {
  push(chunk: Buffer, offset: number): void;
  end(offset: number): void;
}
