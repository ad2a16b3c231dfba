/** A piece of a typed line: a word, or `name=value`. */
export type TypedWord =
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'argument';
      readonly name: string;
      readonly value: string;
      /** The value was in quotes: it is text, whatever it looks like. */
      readonly isQuoted: boolean;
    };

const NAME = /([\p{L}\p{N}_$.-]+)=/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'/y;
const PLAIN = /[^\s,]+/y;

/** Reads a typed line as people write calls: `status order_id=ORD-9182 note="two words" tags=["a", "b"]`. */
export function readWords(line: string): readonly TypedWord[] {
  const words: TypedWord[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match !== null) at += match[0].length;
    return match;
  };
  while (at < line.length) {
    if (/[\s,]/.test(line[at] ?? '')) {
      at += 1;
      continue;
    }
    const name = take(NAME)?.[1];
    const quoted = take(QUOTED);
    const text = quoted === null ? takeValue() : (quoted[2] ?? unescape(quoted[1] ?? ''));
    if (name === undefined) words.push({ kind: 'word', text });
    else words.push({ kind: 'argument', name, value: text, isQuoted: quoted !== null });
  }
  return words;

  /** A list or an object up to its end, otherwise up to the next blank. */
  function takeValue(): string {
    const start = at;
    if (line[at] !== '[' && line[at] !== '{') return take(PLAIN)?.[0] ?? '';
    let depth = 0;
    for (; at < line.length; at++) {
      if (line[at] === '"') {
        take(QUOTED);
        at -= 1;
      } else if (line[at] === '[' || line[at] === '{') depth += 1;
      else if (line[at] === ']' || line[at] === '}') depth -= 1;
      if (depth === 0) {
        at += 1;
        break;
      }
    }
    return line.slice(start, at);
  }
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}
