import type { Issue } from '#core';
import { calibrationIssue } from '#judge';

/** An issue of ratings that cannot be used. */
export function ratingsIssue(message: string, hint?: string): Issue {
  const issue: Issue = calibrationIssue('RATINGS_INVALID', message);
  return hint === undefined ? issue : { ...issue, hint };
}
