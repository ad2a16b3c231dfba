import { makeVisible } from './visible.ts';

const FORMULA = /^\s*[=+\-@＝＋－＠]/;
const NEEDS_QUOTES = /[",;]|^\s|\s$/;

/**
 * Writes a text cell: a spreadsheet must not run it, so a cell that looks like a formula gets an apostrophe in front.
 * Numbers do not come here: a numeric column keeps `-1` as it is.
 */
export function csvText(text: string): string {
  const visible = makeVisible(text);
  const inert = FORMULA.test(visible) ? `'${visible}` : visible;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
