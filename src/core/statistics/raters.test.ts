import { describe, expect, it } from 'vitest';
import { leaveOneOut, majorityOf, mostCommon } from './raters.ts';

const item = (ann: number, ben: number, cleo: number) => [
  { rater: 'ann', value: ann },
  { rater: 'ben', value: ben },
  { rater: 'cleo', value: cleo },
];

describe('a majority', () => {
  it.each([
    [[1, 1, 0], 1],
    [[1, 0.5, 0], null],
    [[1, 1, 0, 0], null],
    [[0], 0],
    [[1, 0], null],
    [[], null],
  ])('of %j is %j', (values, majority) => {
    expect(majorityOf(values)).toBe(majority);
  });
});

it('the most frequent value is the first of equals', () => {
  expect(mostCommon([0, 1, 1, 0])).toEqual({ value: 0, count: 2 });
  expect(mostCommon([])).toBeNull();
});

describe('people among themselves', () => {
  it('each is compared with the majority of the others, where they have one', () => {
    // ann agrees with ben and cleo in the first; in the second only cleo has others that agree.
    expect(leaveOneOut([item(1, 1, 1), item(1, 1, 0)])).toEqual({
      agreed: 3,
      compared: 4,
      raters: [
        { rater: 'ann', agreed: 1, compared: 1 },
        { rater: 'ben', agreed: 1, compared: 1 },
        { rater: 'cleo', agreed: 1, compared: 2 },
      ],
    });
  });

  it('a single rating is compared with nothing', () => {
    expect(leaveOneOut([[{ rater: 'ann', value: 1 }]]).compared).toBe(0);
  });
});
