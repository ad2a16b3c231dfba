import { type IssueOf, issuesOf } from '#core';

/** The codes of calibration, with what each means. Public: only ever added to. */
export const CALIBRATION_CODES = {
  CALIBRATION_INVALID: [
    'unusable',
    'a file is not one that `judge calibrate` wrote, or of a version that this one does not read',
  ],
  CALIBRATION_STALE: [
    'warning',
    'the calibration of a judge is of another model, prompt, guide or schema',
  ],
  RATINGS_INVALID: [
    'unusable',
    'a row of ratings cannot be read, or no rated case has a question for a judge',
  ],
} as const;

export const calibrationIssue: IssueOf<typeof CALIBRATION_CODES> = issuesOf(CALIBRATION_CODES);
