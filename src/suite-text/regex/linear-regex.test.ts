import { describe, expect, it } from 'vitest';
import { linearRegex, RegexError } from './linear-regex.ts';

function reasonOf(pattern: string): string {
  try {
    linearRegex(pattern);
  } catch (error) {
    if (error instanceof RegexError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('regular expressions in linear time', () => {
  it('are found anywhere unless they are anchored', () => {
    expect(linearRegex('b+')('abbc')).toBe(true);
    expect(linearRegex('^b+$')('abbc')).toBe(false);
    expect(linearRegex('(?i)ORDER-\\d+')('see order-12')).toBe(true);
    expect(linearRegex('\\p{L}')('é')).toBe(true);
  });

  it.each([
    ['(?=a)b', 'look-ahead cannot run in linear time'],
    ['(?!a)b', 'look-ahead cannot run in linear time'],
    ['(?<=a)b', 'look-behind cannot run in linear time'],
    ['(?<!a)b', 'look-behind cannot run in linear time'],
    ['(a)\\1', 'a back-reference cannot run in linear time'],
    ['(?<n>a)\\k<n>', 'a back-reference cannot run in linear time'],
    ['(?>a)', 'an atomic group cannot run in linear time'],
    ['(?(1)a|b)', 'a condition cannot run in linear time'],
    ['((a{1,1000}){1,1000})', 'the pattern repeats too often to be compiled'],
    ['a{1001}', 'the pattern repeats too often to be compiled'],
    ['(', 'missing closing ): `(`'],
    ['\\\\1[', 'missing closing ]: `[`'],
  ])('refuses %s and says why', (pattern, reason) => {
    expect(reasonOf(pattern)).toBe(reason);
  });

  it('refuses a pattern of unreasonable length', () => {
    expect(reasonOf('x'.repeat(10_001))).toBe('the pattern is longer than 10000 characters');
  });

  it('does not hang on what hangs a backtracking engine, and never matches beyond 1 MB', () => {
    const test = linearRegex('^(a+)+$');
    expect(test(`${'a'.repeat(100_000)}!`)).toBe(false);
    expect(test('a'.repeat(1024 * 1024))).toBe(true);
    expect(test('a'.repeat(1024 * 1024 + 1))).toBe(false);
  });
});
