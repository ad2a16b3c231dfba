import { clip } from '../wording/clip.ts';

/** Text from a trace, a suite or a server. Each sink escapes it, and it is cut before it gets here. */
export interface Foreign {
  readonly foreign: string;
  /** An identifier, a place in a file (`file:line`), or sentences. */
  readonly as: 'name' | 'place' | 'prose';
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
  return { foreign: clip(text, max), as: 'name' };
}

/** A place as `file:line`. */
export function place(text: string): Foreign {
  return { foreign: clip(text, PLACE_LENGTH), as: 'place' };
}

/** Sentences, also ours where they contain names. */
export function prose(text: string, max: number = PROSE_LENGTH): Foreign {
  return { foreign: clip(text, max), as: 'prose' };
}

/** The pieces of a text, without empty ones of ours. */
export function piecesOf(text: Text): readonly Piece[] {
  const pieces = isPiece(text) ? [text] : text;
  return pieces.filter((piece) => piece !== '');
}

function isPiece(text: Text): text is Piece {
  return typeof text === 'string' || !Array.isArray(text);
}

/** Several texts as one. */
export function joinTexts(texts: readonly Text[], separator: string): Text {
  return texts.flatMap((text, i) => (i === 0 ? piecesOf(text) : [separator, ...piecesOf(text)]));
}

/** Pieces one after the other. */
export function concat(...texts: readonly Text[]): Text {
  return texts.flatMap(piecesOf);
}

/** Whether there is nothing to show. */
export function isBlank(text: Text): boolean {
  return piecesOf(text).every((piece) => typeof piece !== 'string' && piece.foreign === '');
}

/** The characters as they are, not escaped: for sinks that escape a whole line at once. */
export function rawText(text: Text): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.foreign))
    .join('');
}
