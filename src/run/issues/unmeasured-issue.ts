import type { CodeWith, Issue, RUN_CODES } from '#core';
import type { ReadFailure } from '#readers';

/** An issue that keeps a run from being measured, as the table of its code says. */
export type UnmeasuredIssue =
  | ReadFailure
  | Issue<CodeWith<typeof RUN_CODES, 'errored' | 'not measured' | 'not measured or partial'>>;
