/** A place in a text where the JSON grammar wanted something else. */
export interface FoundText {
  readonly text: string;
  readonly at: number;
  readonly expected:
    | 'value'
    | 'key'
    | 'colon'
    | 'member'
    | 'item'
    | 'string'
    | 'escape'
    | 'digit'
    | 'end';
}

const WANTED: Readonly<Record<FoundText['expected'], string>> = {
  value: 'where a value should be',
  key: 'where a key in double quotes should be',
  colon: 'where a colon should be',
  member: 'where a comma or "}" should be',
  item: 'where a comma or "]" should be',
  string: 'inside a string',
  escape: 'inside an escape',
  digit: 'where a digit should be',
  end: 'after the end of the value',
};

const WORDS = /(?:-?Infinity|NaN|None|True|False|undefined)/y;

/** Says in words what is at a place where JSON cannot go on, with advice where the cause is a known one. */
export function describeJsonFault(place: FoundText): { message: string; hint?: string } {
  const { text, at, expected } = place;
  const code = text.codePointAt(at);
  if (code === undefined) return { message: 'the text ends too early' };
  if (code === 0) {
    return {
      message: `NUL byte ${WANTED[expected]}`,
      hint: 'the file was extended but not written, as after a crash',
    };
  }
  const word = wordAround(text, at);
  if (word !== null) {
    return {
      message: `${word} is not JSON`,
      hint: 'Python writes such words: use json.dumps with allow_nan=False instead of str or repr',
    };
  }
  const message = `unexpected ${formatCharacter(code)} ${WANTED[expected]}`;
  const hint = hintFor(code, expected);
  return hint === null ? { message } : { message, hint };
}

/** The word at a place, also when the place is inside it: `-Infinity` fails at its second letter. */
function wordAround(text: string, at: number): string | null {
  for (const start of [at - 1, at]) {
    WORDS.lastIndex = Math.max(0, start);
    const match = WORDS.exec(text);
    if (match !== null) return match[0];
  }
  return null;
}

function hintFor(code: number, expected: FoundText['expected']): string | null {
  if (code === 0x7b && expected !== 'key')
    return 'two records on one line? Each needs a line of its own';
  if (code === 0x27)
    return 'strings and keys take double quotes; a printed Python dict is not JSON';
  if (code === 0xfeff) return 'a byte order mark is allowed only at the start of a file';
  if (expected === 'string')
    return 'control characters in strings are written as escapes such as \\n';
  return null;
}

function formatCharacter(code: number): string {
  const visible = code > 0x20 && code < 0x7f;
  if (visible) return code === 0x22 ? `'"'` : `"${String.fromCharCode(code)}"`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
