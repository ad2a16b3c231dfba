import type { Report, ReportIssue } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { formatCount } from '../wording/value.ts';
import { innerWidth, type Page, withGutter } from './block.ts';
import { wrapToWidth } from './width.ts';

const SHOWN = 20;

/** What was odd, and what could not be measured, but did not stop the run. `each` is how many of one code are shown. */
export function formatWarnings(
  { issues, moreIssues = 0 }: Pick<Report, 'issues' | 'moreIssues'>,
  page: Page,
  each: number = SHOWN,
): string[] {
  if (issues.length === 0) return [];
  const { theme } = page;
  const paint = theme.verdict.inconclusive;
  const what = issues.some(({ severity }) => severity === 'error') ? 'problem' : 'warning';
  const counts = new Map<string, number>();
  const shown = issues
    .filter(({ code }) => {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      return count <= each;
    })
    .slice(0, SHOWN);
  const body = shown.flatMap((issue) => formatWarning(issue, page));
  const total = issues.length + moreIssues;
  const hidden = total - shown.length;
  if (hidden > 0) body.push(theme.dim(`and ${hidden} more${each < SHOWN ? ' like these' : ''}`));
  return [`${paint('!')} ${theme.bold(formatCount(total, what))}`, ...withGutter(body, paint)];
}

function formatWarning(issue: ReportIssue, page: Page): string[] {
  const where = issue.where === null ? '' : `${issue.where} `;
  const text = `${where}${issue.message} [${issue.code}]`;
  const lines = wrapToWidth(makeVisible(clip(text, 1000)), innerWidth(page));
  if (issue.hint === null) return lines;
  const hint = wrapToWidth(makeVisible(clip(`hint: ${issue.hint}`, 600)), innerWidth(page) - 2);
  return [...lines, ...hint.map((line) => `  ${page.theme.dim(line)}`)];
}
