import type { Issue } from '#core';
import { formatIssue } from '#reporters';
import { colorOf } from './terminal.ts';

/** Prints issues to standard error. */
export function printIssues(issues: Iterable<Issue>): void {
  for (const issue of issues)
    process.stderr.write(`${formatIssue(issue, colorOf(process.stderr))}\n`);
}
