import { describe, expect, it } from 'vitest';
import { normalTail, sharedZ2 } from './normal.ts';

describe('the tail of the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1.959963984540054, 0.025],
    [3, 0.0013498980316300946],
    [6, 9.865876450376981e-10],
    [-1, 0.8413447460685429],
  ])('beyond %d is %d', (z, tail) => {
    expect(normalTail(z) / tail).toBeCloseTo(1, 11);
  });
});

describe('the bound of tests that share a risk', () => {
  it.each([
    [1, 38_414_588_207n],
    [2, 50_238_861_873n],
    [5, 66_348_966_010n],
    [10, 78_794_385_767n],
  ])('of %d is %d', (tests, z2) => {
    const result = sharedZ2(tests);
    expect(result - z2 < 100n && z2 - result < 100n).toBe(true);
  });
});
