import type { EvalReport, TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import type { ReporterOptions } from '../reporter.ts';
import { createTheme, MARKS, type Theme } from './theme.ts';
import { textWidth, wrapToWidth } from './width.ts';

const NAME_LENGTH = 400;

/** Where lines go: the colours, and the columns left beside the gutter. */
export interface Page {
  readonly theme: Theme;
  readonly width: number;
}

const NARROWEST = 40;
const WIDEST = 160;
const WITHOUT_TERMINAL = 100;

/** The page that fits where a report is shown. */
export function pageOf({ color, width }: ReporterOptions): Page {
  const wanted = width > 0 ? width : WITHOUT_TERMINAL;
  return { theme: createTheme(color), width: Math.min(WIDEST, Math.max(NARROWEST, wanted)) };
}

/**
 * Puts a bar in front of each line. Every line of a block has it, wrapped ones too, so that no text from
 * a trace ever starts a line, where a CI system would read it as a command.
 */
export function withGutter(lines: Iterable<string>, paint: (text: string) => string): string[] {
  const bar = paint('│');
  return Array.from(lines, (line) => (line === '' ? `  ${bar}` : `  ${bar} ${line}`));
}

/** Columns of text inside a block. */
export function innerWidth(page: Page): number {
  return page.width - 4;
}

/** The name of a test or an eval with its mark, and where the suite declares it. */
export function formatHeading(measured: TestReport | EvalReport, page: Page): string[] {
  const { theme, width } = page;
  const paint = theme.verdict[measured.verdict];
  const name = makeVisible(clip(measured.name, NAME_LENGTH));
  const { suite } = measured;
  const where = suite === null ? '' : makeVisible(`${clip(suite.file, NAME_LENGTH)}:${suite.line}`);
  const [first = '', ...rest] = wrapToWidth(name, width - 4);
  const heading = `${paint(MARKS[measured.verdict])} ${theme.bold(first)}`;
  const fits = rest.length === 0 && textWidth(first) + textWidth(where) + 4 <= width;
  if (fits) return [where === '' ? heading : `${heading}  ${theme.dim(where)}`];
  const below = [...rest.map((line) => theme.bold(line)), ...wrapToWidth(where, width - 4)];
  return [heading, ...withGutter(below, paint)];
}
