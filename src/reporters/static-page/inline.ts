import { cutText, piecesOf, type Text, type Tone } from '../document/index.ts';
import { escapeHtml } from '../escape/html.ts';

const MARKS: Readonly<Partial<Record<Tone, string>>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  inconclusive: '?',
  warning: '!',
};

/** Text as HTML may contain it: the one place where it is escaped. */
export function show(text: Text): string {
  return piecesOf(text)
    .map((piece) => {
      if (typeof piece === 'string') return escapeHtml(piece);
      const shown = escapeHtml(cutText(piece));
      return piece.as === 'prose' ? `<bdi>${shown}</bdi>` : `<code>${shown}</code>`;
    })
    .join('');
}

/** An attribute with a text of ours. */
export function attributeOf(attribute: string, text: string): string {
  return text === '' ? '' : ` ${attribute}="${escapeHtml(text)}"`;
}

/** The mark of a tone with a blank after it, or nothing. */
export function markOf(tone: Tone): string {
  const mark = MARKS[tone];
  return mark === undefined ? '' : `<span class="mark ${tone}">${mark}</span> `;
}

/** Text in a coloured frame. */
export function tagOf(tone: Tone, text: Text): string {
  return `<span class="tag ${tone}">${show(text)}</span>`;
}
