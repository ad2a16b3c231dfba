import { expect, it } from 'vitest';
import { RunNumbers } from './run-numbers.ts';

it('numbers runs without a number in the order they were found', () => {
  const numbers = new RunNumbers();
  const orders = [numbers.take(null, 0), numbers.take(null, 0), numbers.take(null, 0)];
  expect(orders.map((order) => numbers.numberOf(order))).toEqual([1, 2, 3]);
});

it('gives the free numbers to runs without one and keeps the others', () => {
  const numbers = new RunNumbers();
  const loose = numbers.take(null, 0);
  const two = numbers.take(2, 0);
  const alsoLoose = numbers.take(null, 0);
  const item = numbers.take(1, 0);
  expect([loose, two, alsoLoose, item].map((order) => numbers.numberOf(order))).toEqual([
    3, 2, 4, 1,
  ]);
  expect(two < loose && item < two).toBe(true);
});

it('numbers runs by their jobs, whoever counted them and in whichever order', () => {
  const [whole, item, other] = [new RunNumbers(), new RunNumbers(), new RunNumbers()];
  const orders = [item.take(null, 0), other.take(null, 1), other.take(null, 1), item.take(null, 2)];
  item.take(2, 2);
  whole.merge(other.state());
  whole.merge(item.state());
  expect(whole.count).toBe(5);
  expect(orders.map((order) => whole.numberOf(order))).toEqual([1, 3, 4, 5]);
});
