import type { EvalReport, TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { explain, type Finding } from '../wording/findings.ts';
import { describeUnmeasured } from '../wording/plain.ts';
import { formatCount } from '../wording/value.ts';
import { innerWidth, type Page } from './block.ts';
import { alignRows } from './layout.ts';
import { wrapToWidth } from './width.ts';

/** The length of `unexpected`: most blocks then have the same columns. */
const LEAST_KIND_WIDTH = 10;
const LEAST_DETAIL_WIDTH = 20;

/** What was missed and what was called wrongly, with the place of each. */
export function formatFindings(measured: TestReport | EvalReport, page: Page): string[] {
  const scores = explain(measured);
  const { theme } = page;
  return scores.flatMap((score) => {
    const name = `in ${makeVisible(clip(score.scorer, 100))}${score.judged ? ', judged' : ''}`;
    const lines = scores.length > 1 || score.judged ? [theme.dim(name)] : [];
    lines.push(...formatScoreFindings(score.findings, page));
    if (score.more > 0) lines.push(theme.dim(`and ${score.more} more`));
    if (score.beyond > 0) {
      lines.push(
        theme.dim(`and ${formatCount(score.beyond, 'more occurrence')} not listed in the report`),
      );
    }
    return lines;
  });
}

function formatScoreFindings(findings: readonly Finding[], page: Page): string[] {
  const { theme } = page;
  const kindWidth = Math.max(...findings.map((finding) => finding.kind.length), LEAST_KIND_WIDTH);
  const rows = findings.map((finding) => [
    {
      text: finding.kind.padEnd(kindWidth),
      paint: theme.verdict[finding.isOpen ? 'error' : 'fail'],
    },
    { text: makeVisible(finding.subject), paint: theme.bold },
    { text: makeVisible(finding.places), paint: theme.dim },
  ]);
  const aligned = alignRows(rows, innerWidth(page));
  const indent = ' '.repeat(kindWidth + 2);
  return findings.flatMap((finding, index) => [
    ...(aligned[index] ?? []),
    ...finding.details.flatMap((detail) => formatDetail(detail, indent, page)),
  ]);
}

function formatDetail(detail: string, indent: string, page: Page): string[] {
  const room = Math.max(LEAST_DETAIL_WIDTH, innerWidth(page) - indent.length - 2);
  return wrapToWidth(makeVisible(detail), room).map((line, index) =>
    page.theme.dim(`${indent}${index === 0 ? '↳' : ' '} ${line}`),
  );
}

/** The runs or cases that could not be measured, and why. */
export function formatUnmeasured(measured: TestReport | EvalReport, page: Page): string[] {
  const mark = page.theme.verdict.error('!');
  return describeUnmeasured(measured).flatMap((text) => {
    const lines = wrapToWidth(makeVisible(text), innerWidth(page) - 2);
    return lines.map((line, index) => `${index === 0 ? mark : ' '} ${line}`);
  });
}
