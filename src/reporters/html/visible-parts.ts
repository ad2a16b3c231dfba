import { makeVisible } from '../escape/visible.ts';

/** A stretch of text to show: as it is, or an escape written for a character that hides or moves text. */
export interface VisiblePart {
  readonly text: string;
  readonly escaped: boolean;
}

const ESCAPE = /\\(?:[nrt]|x[0-9a-f]{2}|u\{[0-9a-f]+\})/y;

/** Visible text in stretches, so that an escape can look different from the same letters in the data. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const visible = makeVisible(text);
  if (visible === text) return [{ text, escaped: false }];
  const parts: VisiblePart[] = [];
  let start = 0;
  let at = 0;
  for (const character of text) {
    if (visible.startsWith(character, at)) {
      at += character.length;
      continue;
    }
    if (at > start) parts.push({ text: visible.slice(start, at), escaped: false });
    ESCAPE.lastIndex = at;
    const written = ESCAPE.exec(visible)?.[0] ?? '';
    parts.push({ text: written, escaped: true });
    at += written.length;
    start = at;
  }
  if (at > start) parts.push({ text: visible.slice(start, at), escaped: false });
  return parts;
}
