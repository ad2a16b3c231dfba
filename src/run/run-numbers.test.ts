import { expect, it } from 'vitest';
import { RunNumbers } from './run-numbers.ts';

it('numbers runs without a number in the order they were found', () => {
  const numbers = new RunNumbers();
  const orders = [numbers.take(null), numbers.take(null), numbers.take(null)];
  expect(orders.map((order) => numbers.numberOf(order as number))).toEqual([1, 2, 3]);
});

it('gives the free numbers to runs without one and keeps the others', () => {
  const numbers = new RunNumbers();
  const loose = numbers.take(null) as number;
  const two = numbers.take(2) as number;
  const alsoLoose = numbers.take(null) as number;
  const one = numbers.take(1) as number;
  expect([loose, two, alsoLoose, one].map((order) => numbers.numberOf(order))).toEqual([
    3, 2, 4, 1,
  ]);
  expect(two < loose && one < two).toBe(true);
});

it('refuses a number that is taken', () => {
  const numbers = new RunNumbers();
  numbers.take(1);
  expect(numbers.take(1)).toBeNull();
  expect(numbers.count).toBe(1);
});
