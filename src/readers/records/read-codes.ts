import {
  type CodeWith,
  type Issue,
  type IssueOf,
  issuesOf,
  READ_CODES,
  type UserErrorOf,
  userErrorsOf,
} from '#core';
import type { FileFailure, SourceFailure } from '#platform';

/** Why a record, or the run that is made of it, is not measured. */
export type ReadFault = CodeWith<typeof READ_CODES, 'not measured' | 'not measured or partial'>;

/** What is said of a run that was read, whole or in part. */
export type ReadRemark = CodeWith<typeof READ_CODES, 'warning' | 'not measured or partial'>;

/** Why something that was to be read is not measured. */
export type ReadFailure = Issue<ReadFault> | FileFailure | SourceFailure;

export const readIssue: IssueOf<typeof READ_CODES> = issuesOf(READ_CODES);
export const readError: UserErrorOf<typeof READ_CODES> = userErrorsOf(READ_CODES);
