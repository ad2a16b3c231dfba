import type { Issue } from '#core';

/** An issue of ratings that cannot be used. */
export function ratingsIssue(message: string, hint?: string): Issue {
  const issue: Issue = { code: 'RATINGS_INVALID', severity: 'error', message, where: null };
  return hint === undefined ? issue : { ...issue, hint };
}
