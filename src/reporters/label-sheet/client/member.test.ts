import { expect, it } from 'vitest';
import { memberOf, textMember } from './member.ts';

it('reads the first member that the value has itself and that is not null', () => {
  expect(memberOf({ a: null, b: 0, c: 1 }, 'a', 'b', 'c')).toBe(0);
  expect(memberOf({}, 'constructor', '__proto__')).toBeUndefined();
  expect(memberOf(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
});

it.each([undefined, null, 'text', 7, ['a']])('has no members in %j', (value) => {
  expect(memberOf(value, 'length', '0')).toBeUndefined();
});

it('reads text only', () => {
  expect(textMember({ name: 'a' }, 'name')).toBe('a');
  expect(textMember({ name: 7 }, 'name')).toBeNull();
});
