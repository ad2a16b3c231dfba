import { asError, type Issue, isJsonObject } from '#core';

/** How a key looks in YAML or JSON, also where the text as a whole cannot be read. */
const KEY = /(?:^|[{,])[ \t]*["']?([A-Za-z_]+)["']?[ \t]*:(?=[\s"'[{]|$)/gm;
const SHOWN_CODES = new Set(['SUITE_EMPTY', 'NO_RECORDS', 'SUITE_TOO_LARGE']);

/**
 * The issues of a file that is meant to be of some kind, with its text and what that holds, undefined where it cannot be
 * read. Where no key of it says that it is, it may be anything, such as a
 * list of passwords given by mistake: then only the first place and its code are shown, and nothing of its text.
 */
export function hideForeignText(
  issues: readonly Issue[],
  text: string,
  value: unknown,
  expected: ExpectedKeys,
): readonly Issue[] {
  const [first] = issues;
  if (first === undefined || hasKey(text, value, expected)) return issues;
  const { code, severity, where } = first;
  if (SHOWN_CODES.has(code)) return [asError({ code, severity, message: first.message, where })];
  const message = `this is not ${expected.kind}: it has none of the keys ${expected.keys.join(', ')}`;
  const hint = expected.instead ?? 'nothing of its text is shown, for it may be secret';
  return [asError({ code, severity, message, where, hint })];
}

/** By which keys a kind of file is known. */
export interface ExpectedKeys {
  /** What the file is meant to be, with its article. */
  readonly kind: string;
  /** What files of another kind are given to. */
  readonly instead?: string;
  /** Keys of which a file of that kind has one. */
  readonly keys: readonly string[];
  /** How deep they stand: 2 is also one level below the top. */
  readonly levels: 1 | 2;
}

function hasKey(text: string, value: unknown, { keys, levels }: ExpectedKeys): boolean {
  const expected = new Set(keys.map(stem));
  const actual = isJsonObject(value)
    ? keysOf(value, levels)
    : value === undefined
      ? [...text.matchAll(KEY)].map(([, key = '']) => key)
      : [];
  return actual.some((key) => expected.has(stem(key)));
}

function keysOf(value: object, levels: 1 | 2): readonly string[] {
  if (levels === 1) return Object.keys(value);
  return Object.entries(value).flatMap(([key, held]) => [
    key,
    ...(isJsonObject(held) ? Object.keys(held) : []),
  ]);
}

/** `test:` and `Tests:` are mistakes in a suite, and are explained with their place. */
function stem(key: string): string {
  return key.toLowerCase().replace(/e?s$/, '');
}
