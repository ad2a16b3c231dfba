import { type IssueOf, issuesOf, RUN_CODES, type UserErrorOf, userErrorsOf } from '#core';

export const runIssue: IssueOf<typeof RUN_CODES> = issuesOf(RUN_CODES);
export const runError: UserErrorOf<typeof RUN_CODES> = userErrorsOf(RUN_CODES);
