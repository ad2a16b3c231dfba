import { expect, it } from 'vitest';
import { togglePair } from './toggle-pair.ts';

it.each([
  [[], 3, [3]],
  [[3], 5, [3, 5]],
  [[3, 5], 7, [5, 7]],
  [[3, 5], 3, [5]],
])('%j and %i are %j', (pair, id, expected) => {
  expect(togglePair(pair, id)).toEqual(expected);
});
