import type { CodeWith, Issue } from '#core';
import type { ReadFailure } from '#readers';
import type { RUN_CODES } from './run-codes.ts';

/** An issue that keeps a run from being measured, as the table of its code says. */
export type UnmeasuredIssue =
  | ReadFailure
  | Issue<CodeWith<typeof RUN_CODES, 'errored' | 'not measured' | 'not measured or partial'>>;
