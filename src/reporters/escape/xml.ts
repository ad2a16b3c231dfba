import { makeVisible } from './visible.ts';

const SPECIAL = /[&<>"']/g;

const NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/**
 * Escapes text for XML 1.0, as content or as a quoted attribute value.
 * Every character outside the `Char` production is among those made visible, so the document stays well-formed.
 */
export function escapeXml(text: string): string {
  return makeVisible(text).replace(SPECIAL, (character) => NAMES.get(character) ?? '');
}
