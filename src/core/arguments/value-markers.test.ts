import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXACT, compileArgumentRules } from './argument-rules.ts';
import { parseDay, parseTime } from './calendar-day.ts';
import { findDifference } from './find-difference.ts';
import { parsed } from '../fixtures/calls.ts';
import type { Json } from '../json/json.ts';
import { compileExpected } from './markers.ts';

function fits(expected: Json, actual: Json, today?: string): boolean {
  const services = today === undefined ? {} : { today };
  return findDifference(compileExpected(expected, services), actual, EXACT) === null;
}

const near = (value: Json, within: Json): Json => ({ $near: { value, within } });

describe('$near', () => {
  it.each<[string, Json, Json, boolean]>([
    ['the value itself', near(10, 0), 10, true],
    ['the ends count', near(10, 0.5), 10.5, true],
    ['beyond the end', near(10, 0.5), 10.51, false],
    // With doubles 0.3 - 0.1 is more than 0.2, and 1.1 + 2.2 is not 3.3.
    ['no rounding of 0.1', near(0.3, 0.1), 0.2, true],
    ['no rounding of 3.3', near(1.1, 2.2), 3.3, true],
    ['a share of the value', near(200, '5%'), 190, true],
    ['a share of a negative value', near(-200, '5%'), -210, true],
    ['beyond a share', near(200, '5%'), 189.99, false],
    ['text is not a number', near(10, 1), '10', false],
    ['digits beyond doubles', near(9007199254740992, 0), 9007199254740992, true],
  ])('%s', (_what, expected, actual, isNear) => {
    expect(fits(expected, actual)).toBe(isNear);
  });

  it('keeps the digits of integers beyond 2^53', () => {
    const actual = parsed('{"id":9007199254740993}');
    const expected = { id: near(9007199254740992, 0) };
    expect(findDifference(compileExpected(expected, {}), actual, EXACT)).toEqual(['id']);
    const wider = { id: near(9007199254740992, 1) };
    expect(findDifference(compileExpected(wider, {}), actual, EXACT)).toBeNull();
  });

  it('takes a number that is written as text where the scorer does', () => {
    const rules = compileArgumentRules({ numeric_strings: true });
    expect(findDifference(compileExpected(near(10, 1), {}), '10.5', rules)).toBeNull();
  });

  it('agrees with whole numbers of hundredths', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    const property = fc.property(cents, fc.nat(500), cents, (value, within, actual) => {
      const isNear = Math.abs(value - actual) <= within;
      expect(fits(near(value / 100, within / 100), actual / 100)).toBe(isNear);
    });
    fc.assert(property);
  });
});

describe('$between', () => {
  it.each<[Json, Json, boolean]>([
    [[1, 2], 1, true],
    [[1, 2], 2, true],
    [[1, 2], 2.000001, false],
    [[-1, 1], 0, true],
    [[0.1, 0.3], 0.3, true],
    [[1, 2], null, false],
  ])('%j takes %j: %s', (range, actual, isBetween) => {
    expect(fits({ $between: range }, actual)).toBe(isBetween);
  });
});

describe('$date', () => {
  it.each<[string, Json, Json, boolean]>([
    ['the same day', '2026-03-01', '2026-03-01', true],
    ['the same day with a time', '2026-03-01', '2026-03-01T23:59:59+09:00', true],
    ['another day', '2026-03-01', '2026-03-02', false],
    ['a day that does not exist', '2026-03-01', '2026-02-29', false],
    ['the same instant elsewhere', '2026-03-01T10:00:00Z', '2026-03-01T11:00+01:00', true],
    ['another fraction', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.5Z', false],
    [
      'a time without an offset is not an instant',
      '2026-03-01T10:00:00Z',
      '2026-03-01T10:00',
      false,
    ],
    ['words', '2026-03-01', 'March 1st', false],
    ['a number', '2026-03-01', 20_260_301, false],
    ['days from a date of its own', { days: 1, from: '2024-02-28' }, '2024-02-29', true],
  ])('%s', (_what, date, actual, isSame) => {
    expect(fits({ $date: date }, actual)).toBe(isSame);
  });

  it('counts days from the stated day, over ends of months and years', () => {
    expect(fits({ $date: { days: 0 } }, '2026-03-01', '2026-03-01')).toBe(true);
    expect(fits({ $date: { days: -1 } }, '2026-02-28', '2026-03-01')).toBe(true);
    expect(fits({ $date: { days: 306 } }, '2027-01-01', '2026-03-01')).toBe(true);
  });

  it('counts days as the calendar of the runtime does', () => {
    const property = fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const text = date.toISOString();
        const day = Math.floor(date.getTime() / 86_400_000);
        expect(parseDay(text.slice(0, 10))).toBe(day);
        expect(parseTime(text)).toEqual({
          day,
          instant: BigInt(date.getTime()) * 1000000n,
          hasTime: true,
        });
      },
    );
    fc.assert(property);
  });
});

it.each<[Json, string]>([
  [{ $near: 10 }, '$near takes'],
  [near(10, -1), '$near takes'],
  [near('10', 1), '$near takes'],
  [{ $near: { value: 1, within: 1, by: 2 } }, '$near takes'],
  [{ $between: [2, 1] }, 'is above the second'],
  [{ $between: [1] }, '$between takes'],
  [{ $date: 'soon' }, '$date takes'],
  [{ $date: '2026-03-01T10:00' }, 'needs its offset'],
  [{ $date: { days: 1 } }, 'needs a reference date'],
  [{ $date: { days: 1, from: 'today' } }, '`from` of $date is a day'],
  [{ $date: { days: 0.5, from: '2026-03-01' } }, '$date takes'],
])('%j is refused', (expected, message) => {
  expect(() => compileExpected(expected, {})).toThrow(message);
});
