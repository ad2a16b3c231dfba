/** Text beyond this is not looked at: relevance is decided long before. */
const LONGEST = 20_000;

// The ranges are written out because Unicode properties differ between runtimes and a ranking must not.
const LETTER = 'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u1fff';
// In scripts that put no blanks between words every character is a word.
const ALONE = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const WORD = new RegExp(`[${LETTER}]+[0-9]*|[0-9]+|[${ALONE}]`, 'g');
const CAMEL_PART = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[^A-Z]+/g;

/** The words of a text in lower case, in their order. `camelCase` is two words, `GitHub` is one. */
export function splitWords(text: string): string[] {
  return split(text, (word) => /^[a-z]/.test(word));
}

/** The words of a name, which may be written in any style: `getUser`, `GetUser`, `get_user`, `get-user`. */
export function splitName(name: string): string[] {
  return split(name, () => true);
}

function split(text: string, hasParts: (word: string) => boolean): string[] {
  const words: string[] = [];
  for (const word of text.slice(0, LONGEST).match(WORD) ?? []) {
    const parts = hasParts(word) ? (word.match(CAMEL_PART) ?? []) : [word];
    for (const part of parts) words.push(part.toLowerCase());
  }
  return words;
}
