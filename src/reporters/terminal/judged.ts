import type { EvalReport, Report, TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import {
  describeDespite,
  isJudged,
  judgeParts,
  judgesOf,
  questionParts,
} from '../wording/judged.ts';
import { innerWidth, type Page, withGutter } from './block.ts';
import { wrapParts } from './layout.ts';
import { wrapToWidth } from './width.ts';

/** What a model may have decided, under a line of its own; nothing where all is decided by traces. */
export function formatJudged(
  measured: TestReport | EvalReport,
  lines: readonly string[],
  page: Page,
): string[] {
  if (!isJudged(measured)) return [...lines];
  const parts = ['judged', ...questionParts(measured.judge)].map(makeVisible);
  const despite = describeDespite(measured.judge);
  const paint = page.theme.verdict.inconclusive;
  return [
    ...wrapParts(parts, innerWidth(page), '  ').map((line) => page.theme.bold(line)),
    ...lines,
    ...(despite === null ? [] : wrapToWidth(makeVisible(despite), innerWidth(page), '  ')).map(
      paint,
    ),
  ];
}

/** Who judged, once for the whole report. */
export function formatJudges(report: Report, page: Page): string[] {
  const lines = judgesOf(report).flatMap((judge) =>
    wrapParts(judgeParts(judge).map(makeVisible), innerWidth(page), '  '),
  );
  return lines.length === 0 ? [] : [...withGutter(lines, page.theme.dim), ''];
}
