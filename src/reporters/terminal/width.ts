// Counted here and not by a package: those load segmentation tables that cost as much as starting the program.
const PLAIN = /^[ -~]*$/;

// Marks on the letter before, parts of a Hangul syllable, skin tones.
const NOTHING = new RegExp('[\\p{Mn}\\p{Me}\\u1160-\\u11ff]|\\p{Emoji_Modifier}', 'u');

const WIDE = new RegExp(
  '[' +
    // Scripts of East Asia and full-width forms.
    '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff' +
    '\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{1b2ff}\\u{1f200}-\\u{1f2ff}' +
    '\\u{20000}-\\u{3fffd}' +
    ']|\\p{Emoji_Presentation}(?<![\\u{1f1e6}-\\u{1f1ff}])',
  'u',
);

/** How many columns a terminal needs for text that was made visible. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (PLAIN.test(character)) return 1;
  // The emoji selector widens the symbol before it.
  if (character === '\ufe0f') return 1;
  if (NOTHING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text filled with blanks to a width. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The text, or as much of it as fits with `…` at the end. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The text, or its beginning and end as far as they fit with `…` between them: names differ at either. */
export function cutMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [head] = splitAtWidth(text, Math.ceil((width - 1) / 2));
  const room = width - 1 - textWidth(head);
  const characters = Array.from(text);
  let start = characters.length;
  let used = 0;
  while (start > 0) {
    used += characterWidth(characters[start - 1] as string);
    if (used > room) break;
    start--;
  }
  // A mark without its letter would stand on the dots.
  while (start < characters.length && characterWidth(characters[start] as string) === 0) start++;
  return `${head}…${characters.slice(start).join('')}`;
}

/** The text in lines of at most `width` columns, broken at blanks where there are any; lines after the first are indented. */
export function wrapToWidth(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const room = (): number => (lines.length === 0 ? width : width - indent.length);
  const flush = (): void => {
    lines.push((lines.length === 0 ? '' : indent) + line.trimEnd());
    line = '';
  };
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= room()) {
      line = longer;
      continue;
    }
    if (line !== '') flush();
    line = word;
    while (textWidth(line) > room()) {
      const [head, tail] = splitAtWidth(line, room());
      line = head;
      flush();
      line = tail;
    }
  }
  flush();
  return lines;
}

/** As many whole characters as fit, at least one, and the rest. */
function splitAtWidth(text: string, width: number): [string, string] {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}
