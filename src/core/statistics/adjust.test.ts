import { expect, it } from 'vitest';
import { benjaminiHochberg, holm } from './adjust.ts';

const PS = [0.01, 0.04, 0.03, 0.005];

function rounded(values: readonly number[]): readonly number[] {
  return values.map((value) => Math.round(value * 1e6) / 1e6);
}

it('R37: Holm', () => {
  expect(rounded(holm(PS))).toEqual([0.03, 0.06, 0.06, 0.02]);
});

it('R38: Benjamini and Hochberg', () => {
  expect(rounded(benjaminiHochberg(PS))).toEqual([0.02, 0.04, 0.04, 0.02]);
});

it('never goes beyond 1, and leaves a lone value alone', () => {
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(benjaminiHochberg([0.9, 0.8])).toEqual([0.9, 0.9]);
  expect([holm([0.2]), benjaminiHochberg([0.2])]).toEqual([[0.2], [0.2]]);
  expect([holm([]), benjaminiHochberg([])]).toEqual([[], []]);
});
