import { RE2JS, RE2JSException } from 're2js';

const MAX_PATTERN_LENGTH = 10_000;
const MAX_TEXT_LENGTH = 1024 * 1024;

/** A pattern that is refused: what it uses, in a sentence. */
export class RegexError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegexError';
  }
}

/**
 * Compiles a pattern (RE2 syntax) to a test whether it is found anywhere in a text, in time linear in the text.
 * A text of more than 1 MB never matches. Throws `RegexError` for what cannot run in linear time.
 */
export function linearRegex(pattern: string): (text: string) => boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new RegexError(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  }
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => text.length <= MAX_TEXT_LENGTH && compiled.test(text);
  } catch (error) {
    if (error instanceof RE2JSException) throw new RegexError(explain(pattern, error.message));
    throw error;
  }
}

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\(\?[=!]/, 'look-ahead'],
  [/\(\?<[=!]/, 'look-behind'],
  [/\\[1-9]|\\k[<{']/, 'a back-reference'],
  [/\(\?>/, 'an atomic group'],
  [/\(\?\(/, 'a condition'],
];

/** Names the construct where it is one that no linear-time engine has. */
function explain(pattern: string, reason: string): string {
  const plain = pattern.replace(/\\\\/g, '');
  const construct = UNSUPPORTED.find(([form]) => form.test(plain));
  if (construct !== undefined) return `${construct[1]} cannot run in linear time`;
  if (/too large|repeat count/.test(reason)) return 'the pattern repeats too often to be compiled';
  return reason.replace(/^error parsing regexp: /, '');
}
