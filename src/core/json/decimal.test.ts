import { describe, expect, it } from 'vitest';
import { decimalOf, exactNumber, parseDecimal } from './decimal.ts';
import { ExactNumber } from './json.ts';

describe('numbers as exact decimals', () => {
  it('gives equal values one form however they are written', () => {
    for (const text of ['1', '1.0', '1e0', '10e-1', '1.000']) expect(exactNumber(text)).toBe(1);
    expect(Object.is(exactNumber('-0'), 0)).toBe(true);
    expect(exactNumber('4111111111111111.0')).toBe(4111111111111111);
  });

  it('keeps the digits of what a double cannot hold', () => {
    expect(exactNumber('9007199254740993')).toEqual(new ExactNumber('9007199254740993'));
    expect(exactNumber('9007199254740993.0')).toEqual(new ExactNumber('9007199254740993'));
    expect(exactNumber('90071992547409930e-1')).toEqual(new ExactNumber('9007199254740993'));
    expect(exactNumber('0.12345678901234567')).toEqual(new ExactNumber('12345678901234567e-17'));
    expect(exactNumber('9007199254740992')).not.toEqual(exactNumber('9007199254740993'));
  });

  it('refuses what is beyond the range of doubles', () => {
    expect(exactNumber('1e400')).toBeNull();
    expect(exactNumber(`1e-${'9'.repeat(20)}`)).toBeNull();
  });

  it('reads a gate value as it is written', () => {
    expect(decimalOf(0.95)).toEqual({ num: 95n, den: 100n });
    expect(decimalOf(1e-7)).toEqual({ num: 1n, den: 10_000_000n });
    expect(parseDecimal('080')).toEqual({ num: 80n, den: 1n });
    expect(parseDecimal('.5')).toBeNull();
  });

  it('takes long runs of zeros in time that grows with their length only', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(exactNumber(`1${zeros}1e-1000001`)).toBeInstanceOf(ExactNumber);
    expect(exactNumber(`0.${zeros}`)).toBe(0);
  });
});
