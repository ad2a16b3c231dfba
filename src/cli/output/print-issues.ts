import type { Issue } from '#core';
import { formatIssue, hintShortener } from '#reporters';
import { colorOf } from './terminal.ts';
import { wrapLine } from './wrap-line.ts';

/** Prints issues to standard error; lines fit a terminal, and are one line each in a file. */
export function printIssues(issues: Iterable<Issue<string>>): void {
  const { stderr } = process;
  const shorten = hintShortener();
  for (const { hint, ...issue } of issues) {
    const shown = hint === undefined ? null : shorten(hint);
    const whole = shown === null ? issue : { ...issue, hint: shown };
    const lines = formatIssue(whole, colorOf(stderr)).split('\n');
    const wrapped = stderr.isTTY
      ? lines.map((line) => wrapLine(line, stderr.columns || 80))
      : lines;
    stderr.write(`${wrapped.join('\n')}\n`);
  }
}
