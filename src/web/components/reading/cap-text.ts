import { clip } from '#reporters';
import type { Role } from './reading.ts';

/** How much of a text is shown. */
export interface TextCap {
  readonly lines: number;
  readonly characters: number;
}

/** How much of a text is shown before it is opened: what the user says matters most. */
export const ROLE_CAPS: Readonly<Record<Role, TextCap>> = {
  system: { lines: 1, characters: 160 },
  user: { lines: 24, characters: 1200 },
  assistant: { lines: 24, characters: 1200 },
  tool: { lines: 1, characters: 160 },
};

/** One line, for those whose texts are collapsed. */
export const LINE_CAP: TextCap = { lines: 1, characters: 120 };

/** How much is drawn at once of an oversized text, also when all of it is asked for. */
export const PAGE_CAP: TextCap = { lines: 400, characters: 20_000 };

/** The beginning of a text. A cap of one line puts the text in one line. */
export function capText(text: string, { lines, characters }: TextCap): string {
  if (lines === 1) {
    // Only the beginning is looked at: a text may have megabytes.
    const start = text.slice(0, characters * 8).replaceAll(/\s+/g, ' ');
    return text.length <= characters && !text.includes('\n')
      ? text
      : start.length < characters && text.length <= characters * 8
        ? start
        : clip(start.padEnd(characters + 1), characters);
  }
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return clip(text, characters);
  }
  return end > characters ? clip(text, characters) : `${text.slice(0, end)}…`;
}

/** The next larger cap of a text that is opened step by step. */
export function nextCap({ lines, characters }: TextCap): TextCap {
  return { lines: lines * 4, characters: characters * 4 };
}
