import { makeVisible } from './visible.ts';

const FORMULA = /^\s*[=+\-@＝＋－＠]/;
const NEEDS_QUOTES = /[",;\n]|^\s|\s$/;

/**
 * Writes a text cell: a spreadsheet must not run it, so a cell that looks like a formula gets an apostrophe in front.
 * Numbers do not come here: a numeric column keeps `-1` as it is.
 */
export function csvText(text: string): string {
  return writeCell(makeVisible(text));
}

/** Writes a text cell that keeps its lines: a line break inside of quotes is one in every spreadsheet. */
export function csvLines(text: string): string {
  return writeCell(
    text
      .split(/\r\n?|\n/)
      .map(makeVisible)
      .join('\n'),
  );
}

function writeCell(visible: string): string {
  const inert = FORMULA.test(visible) ? `'${visible}` : visible;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
