import { type IssueOf, issuesOf, SERVER_CODES, type UserErrorOf, userErrorsOf } from '#core';

export const serverIssue: IssueOf<typeof SERVER_CODES> = issuesOf(SERVER_CODES);
export const serverError: UserErrorOf<typeof SERVER_CODES> = userErrorsOf(SERVER_CODES);
