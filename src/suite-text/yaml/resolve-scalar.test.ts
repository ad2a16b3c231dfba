import { ExactNumber } from '#core';
import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { resolveScalar } from './resolve-scalar.ts';

describe('plain scalars', () => {
  it.each<[string, unknown]>([
    ['1.10', 1.1],
    ['0777', 777],
    ['1e3', 1000],
    ['0x1F', 31],
    ['0o17', 15],
    ['+12', 12],
    ['-0', 0],
    ['1.', 1],
    ['.5', 0.5],
    ['~', null],
    ['', null],
    ['Null', null],
    ['TRUE', true],
    ['false', false],
    ['.inf', Infinity],
    ['-.INF', -Infinity],
    ['.nan', NaN],
    ['2024-01-01', '2024-01-01'],
    ['12:30:45', '12:30:45'],
    ['no', 'no'],
    ['on', 'on'],
    ['y', 'y'],
    ['1_000', '1_000'],
    ['1e400', '1e400'],
    ['-', '-'],
    ['.', '.'],
    ['80%', '80%'],
  ])('reads %s as YAML 1.2 does', (text, value) => {
    expect(resolveScalar(text)).toStrictEqual(value);
  });

  it('keeps the digits that a double drops', () => {
    expect(resolveScalar('9007199254740993')).toEqual(new ExactNumber('9007199254740993'));
    expect(resolveScalar('+9007199254740993.')).toEqual(new ExactNumber('9007199254740993'));
    expect(resolveScalar('0x20000000000001')).toEqual(new ExactNumber('9007199254740993'));
    expect(resolveScalar('.12345678901234567')).toEqual(new ExactNumber('12345678901234567e-17'));
    expect(resolveScalar('1000000000000000000')).toBe(1e18);
  });

  it('leaves endless digits as text', () => {
    const digits = '1'.repeat(100_000);
    expect(resolveScalar(digits)).toBe(digits);
    expect(resolveScalar(`0x${digits}`)).toBe(`0x${digits}`);
  });

  it('agrees with js-yaml on everything a double can hold', () => {
    const shape = fc.stringMatching(/^[-+]?[0-9.eExXo~a-fA-FnulTtrsyINi]{1,8}$/);
    fc.assert(
      fc.property(shape, (text) => {
        const mine = resolveScalar(text);
        const theirs = load(`[${text}]`) as unknown[];
        expect(mine === 0 ? 0 : mine).toEqual(theirs[0] === 0 ? 0 : theirs[0]);
      }),
      { numRuns: 2000 },
    );
  });
});
