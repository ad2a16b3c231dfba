import {
  type CodeWith,
  type IssueOf,
  issuesOf,
  JSON_CODES,
  SUITE_CODES,
  type UserErrorOf,
  userErrorsOf,
} from '#core';

/** The codes that a problem in the text of a suite can have. */
export const PROBLEM_CODES = { ...SUITE_CODES, ...JSON_CODES } as const;

export type SuiteCode = CodeWith<typeof PROBLEM_CODES>;

export const suiteIssue: IssueOf<typeof PROBLEM_CODES> = issuesOf(PROBLEM_CODES);
export const suiteError: UserErrorOf<typeof PROBLEM_CODES> = userErrorsOf(PROBLEM_CODES);
