import { expect, it } from 'vitest';
import { numberOf } from './keys.ts';

it.each([
  ['1', 'Digit1', 1],
  ['9', 'Numpad9', 9],
  ['!', 'Digit1', 1],
  ['é', 'Digit2', 2],
  ['0', 'Digit0', null],
  ['j', 'KeyJ', null],
  ['F1', 'F1', null],
])('reads the key %s at %s as %s', (key, code, number) => {
  expect(numberOf({ key, code })).toBe(number);
});
