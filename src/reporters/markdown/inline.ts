import { cutText, type Piece, piecesOf, type Text, type Tone } from '../document/index.ts';
import { escapeHtml } from '../escape/html.ts';
import { markdownCode, markdownText } from '../escape/markdown.ts';

/** How tones are marked; those that are not here have no mark. */
const SIGNS: Readonly<Partial<Record<Tone, string>>> = {
  pass: '✅',
  fail: '❌',
  error: '⚠️',
  inconclusive: '❔',
  warning: '⚠️',
};

/** The mark of a tone with a blank after it, or nothing. */
export function signOf(tone: Tone | undefined): string {
  const sign = tone === undefined ? undefined : SIGNS[tone];
  return sign === undefined ? '' : `${sign} `;
}

/** Text as Markdown may contain it: the one place where it is escaped. */
export function show(text: Text): string {
  return piecesOf(text).map(showPiece).join('');
}

function showPiece(piece: Piece): string {
  if (typeof piece === 'string') return markdownText(piece);
  return piece.foreign === '' ? '' : markdownCode(cutText(piece));
}

/** The same inside of an HTML element, where Markdown has no code spans; the element keeps mentions and links away. */
export function showInHtml(text: Text): string {
  return piecesOf(text)
    .map((piece) =>
      typeof piece === 'string' ? escapeHtml(piece) : `<code>${escapeHtml(cutText(piece))}</code>`,
    )
    .join('');
}
