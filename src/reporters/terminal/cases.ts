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
/** A question that is shorter than this beside its place says too little. */
const MIN_BESIDE = 20;
/** What happened is cut to this before its place goes to a line of its own. */
const MIN_OUTCOME = 40;
/** Names are cut to this before the end of a line is. */
const MIN_NAME = 10;
const INDENT = '  ';
const ARROW = ' → ';

/**
 * Runs or cases in one line each: the question is cut first, then names; the place stays whole. Where it would leave too
 * little room, a file that all share is named once above them. Otherwise an entry has two lines: the question, and below
 * it what happened and where.
 */
export function casesLines(cases: Cases, page: Page): string[] {
  const { theme, width, density } = page;
  const { shown, more } = capped(cases, cases.entries, density);
  if (shown.length === 0) return [];
  const lines = shown.map((entry) => ({ entry, where: show(entry.where ?? '') }));
  const file = lines.every((line) => fitsBeside(line, page)) ? null : sharedFile(lines);
  const title = file === null ? show(cases.title) : `${show(cases.title)} in ${file}`;
  return [
    ...wrapToWidth(title, width).map(theme.bold),
    ...lines.flatMap(({ entry, where }) => [
      ...entryLines({ entry, where: where.slice(file?.length ?? 0) }, page),
      ...(density === 'full' ? detailLines(entry, page) : []),
    ]),
    ...(more === null ? [] : [theme.dim(more)]),
  ];
}

/** An entry, and its place as it is shown. */
interface EntryLine {
  readonly entry: CaseEntry;
  readonly where: string;
}

/** The file of all places, where there are several of one file. */
function sharedFile(lines: readonly EntryLine[]): string | null {
  const files = new Set(lines.map(({ where }) => /^(.+):\d+(?: \S+)?$/.exec(where)?.[1]));
  const [file] = files;
  return lines.length > 1 && files.size === 1 && file !== undefined ? file : null;
}

/** Whether the place goes behind its entry, in one line. */
function fitsBeside({ entry, where }: EntryLine, { width }: Page): boolean {
  return where === '' || neededBy(entry) <= roomBeside(where, width);
}

function roomBeside(where: string, width: number): number {
  return width - INDENT.length - (where === '' ? 0 : textWidth(where) + 2);
}

function entryLines(line: EntryLine, page: Page): string[] {
  const { entry, where } = line;
  const { theme, width } = page;
  const mark = `${theme.tone[entry.tone](MARKS[entry.tone])} `;
  if (fitsBeside(line, page)) {
    const text = `${mark}${fitEntry(entry, roomBeside(where, width))}`;
    return [where === '' ? text : `${text}  ${theme.dim(where)}`];
  }
  const indent = INDENT.repeat(2);
  const room = width - indent.length;
  if (wholeOf(entry) <= width - INDENT.length || isBlank(entry.outcome)) {
    const below = wrapToWidth(where, room).map((text) => `${indent}${theme.dim(text)}`);
    return [`${mark}${fitEntry(entry, width - INDENT.length)}`, ...below];
  }
  // A question of its own line is readable; what happened is below it, with the place.
  const asked = `${mark}${fitEntry({ ...entry, outcome: '' }, width - INDENT.length)}`;
  const beside = room - textWidth(where) - INDENT.length;
  const isBeside = beside >= Math.min(textWidth(show(entry.outcome)) + 2, MIN_OUTCOME);
  const outcome = `→ ${fitText(entry.outcome, (isBeside ? beside : room) - 2)}`;
  if (isBeside) return [asked, `${indent}${outcome}${INDENT}${theme.dim(where)}`];
  const below = wrapToWidth(where, room).map((text) => `${indent}${theme.dim(text)}`);
  return [asked, `${indent}${outcome}`, ...below];
}

/** How many columns question and outcome need without a cut. */
function wholeOf({ question, id, outcome }: CaseEntry): number {
  const asked = textWidth(show(question ?? id)) + (question === undefined ? 0 : 2);
  return asked + ARROW.length + textWidth(show(outcome));
}

/** How many columns question and outcome need at least to be understood. */
function neededBy({ question, id, outcome }: CaseEntry): number {
  const asked = textWidth(show(question ?? id)) + (question === undefined ? 0 : 2);
  const least = Math.min(asked, MIN_BESIDE);
  return isBlank(outcome) ? least : least + ARROW.length + textWidth(show(outcome));
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
