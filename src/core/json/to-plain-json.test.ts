import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExactNumber } from './json.ts';
import { toPlainJson } from './to-plain-json.ts';

it('returns plain JSON as it is, and what JSON.stringify writes of anything else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toPlainJson(value, 'value')).toBe(value);
      const wrapped = { value, extra: undefined, list: [undefined, value] };
      expect(JSON.stringify(toPlainJson(wrapped, 'value'))).toBe(JSON.stringify(wrapped));
    }),
  );
});

it('writes objects as they say', () => {
  const when = new Date(0);
  class Model {
    readonly a = 1;
    readonly b = undefined;
  }
  expect(toPlainJson({ when, model: new Model(), f: () => 1 }, 'value')).toEqual({
    when: '1970-01-01T00:00:00.000Z',
    model: { a: 1 },
  });
});

it('keeps exact numbers and keys that objects inherit', () => {
  const exact = new ExactNumber('1e400');
  const value = JSON.parse('{"__proto__":{"a":1}}') as object;
  const plain = toPlainJson({ value, exact, gone: undefined }, 'value') as Record<string, object>;
  expect(plain.exact).toBe(exact);
  expect(Object.keys(plain.value ?? {})).toEqual(['__proto__']);
});

it.each<[string, unknown, string]>([
  ['not a number', { a: [Number.NaN] }, 'value.a.0 is NaN, which JSON cannot say'],
  ['a bigint', { a: 1n }, 'value.a is a bigint, which JSON cannot say'],
  ['nothing', undefined, 'value is a undefined, which JSON cannot say'],
])('throws on %s', (_, value, message) => {
  expect(() => toPlainJson(value, 'value')).toThrow(message);
});

it('throws on a circle', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => toPlainJson(circle, 'value')).toThrow('or is a circle');
});
