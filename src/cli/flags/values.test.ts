import { UserError } from '#core';
import { expect, test } from 'vitest';
import {
  type Flag,
  parseAge,
  parseAmount,
  parseChoice,
  parseNames,
  parsePercentage,
  parseShare,
  parseWholeNumber,
} from './values.ts';

const FLAG: Flag = { name: '--n', code: 'FLAG_RUNS' };

function messageOf(parse: () => unknown): string {
  try {
    return `accepted ${String(parse())}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [{ code, message } = { code: '', message: '' }] = error.issues;
    return `${message} [${code}]`;
  }
}

test.each(['', '-1', '1.5', '1e3', '0x10', ' 1', '+1', '10', '99999999999999999'])(
  'a whole number from 1 to 9 is not %j',
  (text) => {
    expect(messageOf(() => parseWholeNumber(FLAG, text, 1, 9))).toBe(
      `--n ${text}: write a whole number from 1 to 9 [FLAG_RUNS]`,
    );
  },
);

test('a whole number without an upper limit of its own has nine digits at most', () => {
  expect(parseWholeNumber(FLAG, '999999999', 0)).toBe(999_999_999);
  expect(messageOf(() => parseWholeNumber(FLAG, '1000000000', 0))).toBe(
    '--n 1000000000: write a whole number from 0 [FLAG_RUNS]',
  );
});

test.each(['0', '0.0', '-1', '1,5', 'NaN', ''])('an amount is not %j', (text) => {
  expect(messageOf(() => parseAmount(FLAG, text))).toContain('write an amount above 0');
});

test.each([
  ['0.02', 2n, 100n],
  ['2%', 2n, 100n],
  ['100%', 1n, 1n],
  ['0', 0n, 1n],
])('the share %s is exact', (text, num, den) => {
  const share = parseShare(FLAG, text);
  expect(share.num * den).toBe(num * share.den);
});

test.each(['-0.1', '1.01', '101%', 'x'])('a share is not %j', (text) => {
  expect(messageOf(() => parseShare(FLAG, text))).toContain('write a share from 0 to 1');
});

test('a percentage has its sign or not', () => {
  expect([parsePercentage(FLAG, '100%'), parsePercentage(FLAG, '7')]).toEqual([100, 7]);
  expect(messageOf(() => parsePercentage(FLAG, '101%'))).toContain('write 0% to 100%');
});

test('a choice lists the words', () => {
  expect(parseChoice(FLAG, 'b', ['a', 'b', 'c'])).toBe('b');
  expect(messageOf(() => parseChoice(FLAG, 'd', ['a', 'b', 'c']))).toBe(
    '--n d: write a, b or c [FLAG_RUNS]',
  );
});

test('empty names are left out', () => {
  expect(parseNames(' a, ,b,')).toEqual(['a', 'b']);
  expect(parseNames(' , ')).toEqual([]);
});

test('an age is in hours, days or weeks', () => {
  expect([parseAge('2h'), parseAge('1d'), parseAge('1w')]).toEqual([
    7_200_000, 86_400_000, 604_800_000,
  ]);
  expect([parseAge('0h'), parseAge('1m'), parseAge('d')]).toEqual([null, null, null]);
});
