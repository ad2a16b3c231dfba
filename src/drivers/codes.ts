import {
  type CodeWith,
  DRIVE_CODES,
  type IssueOf,
  issuesOf,
  type UserErrorOf,
  userErrorsOf,
} from '#core';

/** Why a run could not be made. */
export type DriveFault = CodeWith<typeof DRIVE_CODES, 'errored'>;

export const driveIssue: IssueOf<typeof DRIVE_CODES> = issuesOf(DRIVE_CODES);
export const driveError: UserErrorOf<typeof DRIVE_CODES> = userErrorsOf(DRIVE_CODES);
