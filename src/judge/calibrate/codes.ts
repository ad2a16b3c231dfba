import { CALIBRATION_CODES, type IssueOf, issuesOf } from '#core';

export const calibrationIssue: IssueOf<typeof CALIBRATION_CODES> = issuesOf(CALIBRATION_CODES);
