import { type IssueOf, issuesOf, JUDGE_CODES, type UserErrorOf, userErrorsOf } from '#core';

export const judgeIssue: IssueOf<typeof JUDGE_CODES> = issuesOf(JUDGE_CODES);
export const judgeError: UserErrorOf<typeof JUDGE_CODES> = userErrorsOf(JUDGE_CODES);
