import type { Issue, Place } from '#core';

const MAX_EXCERPT_LENGTH = 160;

/** The text of a file, and where in it something is. */
export class SourceText {
  readonly file: string;
  readonly text: string;
  #starts: readonly number[] | null = null;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** The line of an offset, from 1. */
  lineOf(offset: number): number {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  placeOf(offset: number): Place {
    const line = this.lineOf(offset);
    const start = this.#lineStarts()[line - 1] as number;
    return { file: this.file, line, column: offset - start + 1 };
  }

  /** The line that holds an offset, cut around it when it is long. */
  excerptOf(offset: number, length: number): NonNullable<Issue['excerpt']> {
    const starts = this.#lineStarts();
    const line = this.lineOf(offset);
    const start = starts[line - 1] as number;
    const end = starts[line] ?? this.text.length;
    const isLong = end - start > MAX_EXCERPT_LENGTH;
    const from = isLong ? Math.max(start, offset - MAX_EXCERPT_LENGTH / 4) : start;
    const text = this.text
      .slice(from, Math.min(end, from + MAX_EXCERPT_LENGTH))
      .replace(/[\r\n]+$/, '');
    const column = Math.min(offset - from, text.length) + 1;
    const room = Math.max(1, text.length - column + 1);
    return { text, column, length: Math.min(Math.max(1, length), room) };
  }

  #lineStarts(): readonly number[] {
    this.#starts ??= findLineStarts(this.text);
    return this.#starts;
  }
}

/** Offsets at which lines begin; a line ends with LF, CRLF or a lone CR, as in YAML. */
function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return starts;
  }
  // Nearly every file: the runtime's own search is much faster than any pattern.
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
