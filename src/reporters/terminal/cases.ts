import {
  capped,
  type CaseEntry,
  type Cases,
  isBlank,
  piecesOf,
  type Text,
} from '../document/index.ts';
import { type Page, show } from './page.ts';
import { MARKS } from './theme.ts';
import { cutMiddle, cutToWidth, textWidth, wrapToWidth } from './width.ts';

/** A question is cut to this before anything else is. */
const MIN_QUESTION = 12;
/** Names are cut to this before the end of a line is. */
const MIN_NAME = 10;
const INDENT = '  ';
const ARROW = ' → ';

/** Runs or cases in one line each, or with the place below. The question is cut first, then names; the place stays whole. */
export function casesLines(cases: Cases, page: Page): string[] {
  const { theme, width, density } = page;
  const { shown, more } = capped(cases, cases.entries, density);
  if (shown.length === 0) return [];
  return [
    ...wrapToWidth(show(cases.title), width).map(theme.bold),
    ...shown.flatMap((entry) => [
      ...entryLines(entry, page),
      ...(density === 'full' ? detailLines(entry, page) : []),
    ]),
    ...(more === null ? [] : [theme.dim(more)]),
  ];
}

function entryLines(entry: CaseEntry, { theme, width }: Page): string[] {
  const mark = `${theme.tone[entry.tone](MARKS[entry.tone])} `;
  const where = show(entry.where ?? '');
  const beside = width - INDENT.length - (where === '' ? 0 : textWidth(where) + 2);
  if (where === '' || beside >= comfortableWidth(entry)) {
    const line = `${mark}${fitEntry(entry, beside)}`;
    return [where === '' ? line : `${line}  ${theme.dim(where)}`];
  }
  const below = wrapToWidth(where, width - 2 * INDENT.length);
  return [
    `${mark}${fitEntry(entry, width - INDENT.length)}`,
    ...below.map((line) => `${INDENT}${INDENT}${theme.dim(line)}`),
  ];
}

/** The columns that show the whole outcome and enough of the question to recognise it. */
function comfortableWidth({ question, id, outcome }: CaseEntry): number {
  const asked = textWidth(show(question ?? id)) + (question === undefined ? 0 : 2);
  const arrow = isBlank(outcome) ? 0 : ARROW.length + textWidth(show(outcome));
  return Math.min(asked, MIN_QUESTION) + arrow;
}

/** Question and outcome in so many columns. */
function fitEntry({ question, id, outcome }: CaseEntry, room: number): string {
  const asked = show(question ?? id);
  const quotes = question === undefined ? 0 : 2;
  const quoted = (text: string): string => (quotes === 0 ? text : `“${text}”`);
  if (isBlank(outcome)) return quoted(cutToWidth(asked, room - quotes));
  const whole = textWidth(show(outcome));
  const left = Math.max(MIN_QUESTION, room - ARROW.length - whole);
  const start = quoted(cutToWidth(asked, left - quotes));
  return `${start}${ARROW}${fitText(outcome, room - ARROW.length - textWidth(start))}`;
}

/** A text in so many columns: its longest names are cut first. */
function fitText(text: Text, room: number): string {
  const pieces = piecesOf(text).map((piece) => ({
    text: show(piece),
    isName: typeof piece !== 'string' && piece.as === 'name',
  }));
  let over = pieces.reduce((sum, piece) => sum + textWidth(piece.text), 0) - room;
  while (over > 0) {
    const sizes = pieces.map(({ text: shown, isName }) => (isName ? textWidth(shown) : 0));
    const longest = Math.max(0, ...sizes);
    const piece = pieces[sizes.indexOf(longest)];
    if (piece === undefined || longest <= MIN_NAME) break;
    piece.text = cutMiddle(piece.text, longest - 1);
    over -= longest - textWidth(piece.text);
  }
  return cutToWidth(pieces.map((piece) => piece.text).join(''), room);
}

function detailLines({ details }: CaseEntry, { theme, width }: Page): string[] {
  const indent = INDENT.repeat(2);
  return details.flatMap(({ name, text }) =>
    wrapToWidth(`${name}: ${show(text)}`, width - indent.length, INDENT).map((line) =>
      theme.dim(`${indent}${line}`),
    ),
  );
}
