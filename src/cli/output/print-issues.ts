import type { Issue } from '#core';
import { formatIssue } from '#reporters';
import { colorOf } from './terminal.ts';
import { wrapLine } from './wrap-line.ts';

/** Prints issues to standard error; lines fit a terminal, and are one line each in a file. */
export function printIssues(issues: Iterable<Issue<string>>): void {
  const { stderr } = process;
  for (const issue of issues) {
    const lines = formatIssue(issue, colorOf(stderr)).split('\n');
    const shown = stderr.isTTY ? lines.map((line) => wrapLine(line, stderr.columns || 80)) : lines;
    stderr.write(`${shown.join('\n')}\n`);
  }
}
