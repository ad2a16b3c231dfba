import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../json/json.ts';
import { compareNumbers, type JsonNumber } from './compare-numbers.ts';
import { json } from './fixtures/judge.ts';

/** From the least to the greatest. */
const ORDERED = [
  '-1e300',
  '-12345678901234567891',
  '-12345678901234567890',
  '-1.5',
  '-0.10000000000000000001',
  '-0.1',
  '-1e-999',
  '0',
  '1e-1000',
  '1e-999',
  '0.09999999999999999999',
  '0.1',
  '0.10000000000000000001',
  '1',
  '9007199254740992',
  '9007199254740993',
  '90071992547409920',
  '1e22',
  '10000000000000000000001',
  '1e300',
].map((text) => json(text) as JsonNumber);

describe('the order of numbers', () => {
  it('is that of their exact values', () => {
    for (const [i, item] of ORDERED.entries()) {
      for (const [j, other] of ORDERED.entries()) {
        expect(compareNumbers(item, other)).toBe(Math.sign(i - j));
      }
    }
  });

  it('is the same however an integer is held', () => {
    const exact = (value: bigint): ExactNumber => {
      const digits = String(value).replace(/0+$/, '');
      const power = String(value).length - digits.length;
      return new ExactNumber(value === 0n ? '0' : digits + (power === 0 ? '' : `e${power}`));
    };
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
        const expected = Math.sign(a - b);
        expect(compareNumbers(exact(BigInt(a)), b)).toBe(expected);
        expect(compareNumbers(a, exact(BigInt(b)))).toBe(expected);
        expect(compareNumbers(exact(BigInt(a)), exact(BigInt(b)))).toBe(expected);
      }),
    );
  });
});
