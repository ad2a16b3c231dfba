import { makeVisible } from './visible.ts';

const NEEDS_ENTITIES = /[`|]|^ | $|^$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * Shows text as inline code: the one place in Markdown where nothing is a link, an image, markup or a mention.
 * A backtick would end a code span and a bar would end a table's cell; such text becomes an HTML element with
 * every punctuation mark as a numeric reference, which Markdown never reads as structure.
 */
export function markdownCode(text: string): string {
  const visible = makeVisible(text);
  if (!NEEDS_ENTITIES.test(visible)) return `\`${visible}\``;
  const escaped = visible.replace(PUNCTUATION, (mark) => `&#${mark.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

const STRUCTURE = /[<*_|`\\]/g;

/** Our own text where Markdown would read it as structure. */
export function markdownText(text: string): string {
  return text.replace(STRUCTURE, '\\$&');
}
