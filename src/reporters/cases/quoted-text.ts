/** A text in one line: every stretch of blanks and line breaks is one blank. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
