import { DATASET_CODES, type IssueOf, issuesOf, type UserErrorOf, userErrorsOf } from '#core';

export const datasetIssue: IssueOf<typeof DATASET_CODES> = issuesOf(DATASET_CODES);
export const datasetError: UserErrorOf<typeof DATASET_CODES> = userErrorsOf(DATASET_CODES);
