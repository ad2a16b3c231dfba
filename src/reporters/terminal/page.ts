import { makeVisible } from '../escape/visible.ts';
import { cutText, type Density, piecesOf, type SinkOptions, type Text } from '../document/index.ts';
import { createTheme, type Theme } from './theme.ts';

/** Where lines go: the colours, and how many columns there are. */
export interface Page {
  readonly theme: Theme;
  readonly width: number;
  readonly density: Density;
  /** The columns of all tables without heads in a group, so that they stand under each other. */
  readonly shared?: readonly number[];
}

const MIN_WIDTH = 40;
const MAX_WIDTH = 160;
const WITHOUT_TERMINAL = 100;
const GUTTER = 4;

/** The page that fits where a document is shown. */
export function pageOf({ color, width, isVerbose }: SinkOptions): Page {
  const columns = width > 0 ? width : WITHOUT_TERMINAL;
  return {
    theme: createTheme(color),
    width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns)),
    density: isVerbose === true ? 'full' : 'brief',
  };
}

/** The page beside a gutter. */
export function innerPage({ theme, width, density }: Page): Page {
  return { theme, width: width - GUTTER, density };
}

/**
 * Puts a bar in front of each line. Every line of a group has it, wrapped ones too, so that no text from
 * a trace ever starts a line, where a CI system would read it as a command.
 */
export function withGutter(lines: Iterable<string>, paint: (text: string) => string): string[] {
  const bar = paint('│');
  return Array.from(lines, (line) => (line === '' ? `  ${bar}` : `  ${bar} ${line}`));
}

/** Text as a terminal may show it: the one place where it is escaped. */
export function show(text: Text): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : makeVisible(cutText(piece))))
    .join('');
}

/** Whether every line of this text may begin a line of the output, however it is wrapped. */
export function isOurs(text: Text): boolean {
  return piecesOf(text).every((piece) => typeof piece === 'string');
}

/** Whether the first line of this text may. */
export function startsWithOurs(text: Text): boolean {
  return typeof piecesOf(text)[0] === 'string';
}
