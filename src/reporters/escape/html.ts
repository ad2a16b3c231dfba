import { makeVisible } from './visible.ts';

const SPECIAL = /[&<>"'`]/g;

const NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['`', '&#96;'],
]);

/** Escapes text for HTML, as an element's content or as a quoted attribute value. */
export function escapeHtml(text: string): string {
  return makeVisible(text).replace(SPECIAL, (character) => NAMES.get(character) ?? '');
}
