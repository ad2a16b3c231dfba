import type { Issue } from '#core';
import { fileIssue } from '#platform';

/** What is said of a file that is not written, because it is a link. */
export function leadsOut(file: string): Issue {
  return fileIssue('OUTPUT_UNWRITABLE', file, 'cannot be written: it is a link out of its folder');
}
