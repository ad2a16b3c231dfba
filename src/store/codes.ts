import { type IssueOf, issuesOf, STORE_CODES, type UserErrorOf, userErrorsOf } from '#core';

export const storeIssue: IssueOf<typeof STORE_CODES> = issuesOf(STORE_CODES);
export const storeError: UserErrorOf<typeof STORE_CODES> = userErrorsOf(STORE_CODES);
