import type { Report } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { describeRepeats } from '../wording/repeats.ts';
import { innerWidth, type Page, withGutter } from './block.ts';
import { wrapToWidth } from './width.ts';

/** How reliable the tests with several runs are. */
export function formatRepeats(report: Report, page: Page): string[] {
  const lines = describeRepeats(report).flatMap((line) =>
    wrapToWidth(makeVisible(line), innerWidth(page), '  '),
  );
  return lines.length === 0 ? [] : [...withGutter(lines, page.theme.dim), ''];
}
