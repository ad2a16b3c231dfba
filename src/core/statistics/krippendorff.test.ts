import { describe, expect, it } from 'vitest';
import { type Answers, krippendorffAlpha, type MeasurementLevel } from './krippendorff.ts';

/** The items of rows of answers, one row per reviewer; `-` is a missing answer. */
function itemsOf(...rows: readonly string[]): Answers[] {
  const answers = rows.map((row) =>
    row.split(' ').map((text) => (text === '-' ? null : Number(text))),
  );
  return answers[0]!.map((_, i) => answers.map((row) => row[i]!));
}

const BINARY = itemsOf('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0');
const THREE = itemsOf(
  '- - - - - 3 4 1 2 1 1 3 3 - 3',
  '1 - 2 1 3 3 4 3 - - - - - - -',
  '- - 2 1 3 4 4 - 2 1 1 3 3 - 4',
);
const FOUR = itemsOf(
  '1 2 3 3 2 1 4 1 2 - - -',
  '1 2 3 3 2 2 4 1 2 5 - 3',
  '- 3 3 3 2 3 4 2 2 5 1 -',
  '1 2 3 3 2 4 4 1 2 5 1 -',
);

describe("Krippendorff's alpha", () => {
  it.each<[string, Answers[], MeasurementLevel, number]>([
    ['R54', BINARY, 'nominal', 0.095238],
    ['R55', THREE, 'nominal', 0.691358],
    ['R55', THREE, 'interval', 0.810845],
    ['R56', FOUR, 'nominal', 0.743421],
    ['R56', FOUR, 'ordinal', 0.815388],
    ['R56', FOUR, 'interval', 0.849107],
  ])('%s', (_id, items, level, expected) => {
    expect(krippendorffAlpha(items, level).alpha?.value).toBeCloseTo(expected, 6);
  });

  it('counts only items with two answers', () => {
    const { items, answers } = krippendorffAlpha(FOUR, 'nominal');
    expect([items, answers]).toEqual([11, 40]);
  });

  it('is the same for names as for numbers on the nominal level', () => {
    const named = FOUR.map((item) => item.map((value) => (value === null ? null : `v${value}`)));
    expect(krippendorffAlpha(named, 'nominal')).toEqual(krippendorffAlpha(FOUR, 'nominal'));
  });

  it('has an interval that ends where alpha can', () => {
    const items = [
      ...Array.from({ length: 9 }, () => ['a', 'a']),
      ['b', 'b'],
      ['b', 'b'],
      ['a', 'b'],
    ];
    const { value, error, interval } = krippendorffAlpha(items, 'nominal').alpha!;
    expect(value + 1.96 * error).toBeGreaterThan(1);
    expect(interval[1]).toBe(1);
  });

  it('has an interval around it', () => {
    const { value, interval } = krippendorffAlpha(FOUR, 'nominal').alpha!;
    expect(interval[0]).toBeLessThan(value);
    expect(interval[1]).toBeGreaterThan(value);
  });

  it('is not defined without variation, without a second answer, or where one item carries all of it', () => {
    expect(krippendorffAlpha(itemsOf('1 1 1', '1 1 1'), 'interval').alpha).toBeNull();
    expect(krippendorffAlpha(itemsOf('1 2 3', '- - -'), 'nominal').alpha).toBeNull();
    expect(krippendorffAlpha([], 'nominal').alpha).toBeNull();
    expect(krippendorffAlpha(itemsOf('1 1 1', '1 1 2'), 'nominal').alpha).toBeNull();
  });

  it('takes the half points of a rating', () => {
    const items = itemsOf('0 0.5 1', '0 1 1');
    // Counts 0: 2, 0.5: 1, 1: 3. Observed 0.25. Expected 2*1*0.25 + 2*3*1 + 1*3*0.25 = 7.25.
    expect(krippendorffAlpha(items, 'interval').alpha?.value).toBeCloseTo(1 - (5 * 0.25) / 7.25, 9);
  });
});
