import { clip } from '../values/clip.ts';

/** Text from a trace, a suite or a server. Each sink cuts and escapes it. */
export interface Foreign {
  readonly foreign: string;
  /** An identifier, a place in a file (`file:line`), or sentences. */
  readonly as: 'name' | 'place' | 'prose';
  /** How many UTF-16 units are shown where there is not room for all. */
  readonly max: number;
}

/** A string is our own text. */
export type Piece = string | Foreign;

/** A line of text: one piece or several. */
export type Text = Piece | readonly Piece[];

const NAME_LENGTH = 120;
const PLACE_LENGTH = 400;
const PROSE_LENGTH = 600;

/** An identifier: a tool, a metric, a case, a test. */
export function name(text: string, max: number = NAME_LENGTH): Foreign {
  return { foreign: text, as: 'name', max };
}

/** A place as `file:line`. */
export function place(text: string): Foreign {
  return { foreign: text, as: 'place', max: PLACE_LENGTH };
}

/** Sentences, also ours where they contain names. */
export function prose(text: string, max: number = PROSE_LENGTH): Foreign {
  return { foreign: text, as: 'prose', max };
}

/** The pieces of a text, without empty ones of ours. */
export function piecesOf(text: Text): readonly Piece[] {
  return addPieces([], text);
}

/** Reports have thousands of such texts: no list is made for each part of one. */
function addPieces(pieces: Piece[], text: Text): Piece[] {
  if (!isPiece(text)) {
    for (const piece of text) if (piece !== '') pieces.push(piece);
  } else if (text !== '') pieces.push(text);
  return pieces;
}

function isPiece(text: Text): text is Piece {
  return typeof text === 'string' || !Array.isArray(text);
}

/** Several texts as one. */
export function joinTexts(texts: readonly Text[], separator: string): Text {
  const pieces: Piece[] = [];
  for (const [i, text] of texts.entries()) {
    if (i > 0) pieces.push(separator);
    addPieces(pieces, text);
  }
  return pieces;
}

/** Pieces one after the other. */
export function concat(...texts: readonly Text[]): Text {
  const pieces: Piece[] = [];
  for (const text of texts) addPieces(pieces, text);
  return pieces;
}

/** Whether there is nothing to show. */
export function isBlank(text: Text): boolean {
  return piecesOf(text).every((piece) => typeof piece !== 'string' && piece.foreign === '');
}

/** As much of a text from outside as is shown. */
export function cutText({ foreign, max }: Foreign): string {
  return clip(foreign, max);
}

/** The characters as they are, not escaped: for sinks that escape a whole line at once. */
export function rawText(text: Text): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : cutText(piece)))
    .join('');
}
