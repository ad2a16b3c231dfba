import { formatPlace, type Issue } from '#core';
import { createColors } from 'picocolors';
import { makeVisible } from './escape/visible.ts';
import { textWidth } from './terminal/width.ts';
import { clip } from './values/clip.ts';
import { splitQuoted } from './wording/quoted-lines.ts';
import { formatLeadingWhere } from './wording/issue-line.ts';

const BEFORE_CARET = 60;
const AFTER_CARET = 40;
const MESSAGE_LENGTH = 2000;

type Colors = ReturnType<typeof createColors>;

/** An issue as people read it: the place, what is wrong and its code; the source line with a caret; a hint. */
export function formatIssue(issue: Issue<string>, color: boolean): string {
  const colors = createColors(color);
  const where = formatPlace(issue.where);
  // Without a place the line still has to begin with a word of ours.
  const start = where === null ? `${issue.severity}:` : colors.bold(formatLeadingWhere(where));
  const word = where !== null && issue.severity === 'warning' ? ' warning:' : '';
  const { message: text, quoted } = splitQuoted(clip(issue.message, MESSAGE_LENGTH), issue.code);
  const message = makeVisible(text);
  const lines = [`${start}${word} ${message} ${colors.dim(`[${makeVisible(issue.code)}]`)}`];
  lines.push(...quoted.map((line) => `  ${colors.dim('|')} ${makeVisible(line)}`));
  if (issue.excerpt !== undefined) lines.push(...formatExcerpt(issue, issue.excerpt, colors));
  if (issue.hint !== undefined) {
    lines.push(`  ${colors.cyan('hint:')} ${makeVisible(clip(issue.hint, MESSAGE_LENGTH))}`);
  }
  return lines.join('\n');
}

function formatExcerpt(
  issue: Issue<string>,
  excerpt: NonNullable<Issue['excerpt']>,
  colors: Colors,
): string[] {
  const start = Math.max(0, excerpt.column - 1);
  const from = start > BEFORE_CARET ? start - BEFORE_CARET : 0;
  const end = start + Math.max(1, Math.min(excerpt.length, AFTER_CARET));
  const until = end + AFTER_CARET;
  const before = (from > 0 ? '…' : '') + makeVisible(excerpt.text.slice(from, start));
  const marked = makeVisible(excerpt.text.slice(start, end));
  const after = makeVisible(excerpt.text.slice(end, until));
  const rest = excerpt.text.length > until ? '…' : '';
  const number = issue.where?.line === undefined ? '' : String(issue.where.line);
  const bar = colors.dim('|');
  const paint = issue.severity === 'error' ? colors.red : colors.yellow;
  const carets = '^'.repeat(Math.max(1, textWidth(marked)));
  return [
    `  ${colors.dim(number)} ${bar} ${before}${marked}${after}${rest}`,
    `  ${' '.repeat(number.length)} ${bar} ${' '.repeat(textWidth(before))}${paint(carets)}`,
  ];
}
