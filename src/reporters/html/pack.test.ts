import * as fc from 'fast-check';
import { ExactNumber } from '#core';
import { expect, test } from 'vitest';
import { pack, unpack } from './pack.ts';

test('what was packed comes back as JSON would bring it back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(unpack(JSON.parse(pack(value))))).toBe(
        JSON.stringify(JSON.parse(json)),
      );
    }),
  );
});

test('a key called __proto__ is a key like any other', () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x"}');
  const back = unpack(JSON.parse(pack(value)));
  expect(JSON.stringify(back)).toBe('{"__proto__":{"polluted":1},"constructor":"x"}');
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('keys that look alike when joined stay apart', () => {
  const value = [{ 'a,b': 1 }, { a: 1, b: 1 }, { 'a","b': 1 }];
  expect(unpack(JSON.parse(pack(value)))).toEqual(value);
});

test('a property that is undefined is left out', () => {
  expect(unpack(JSON.parse(pack({ a: undefined, b: 1 })))).toEqual({ b: 1 });
});

test('equal parts are written once', () => {
  const part = { tool: 'brave.web_search', verdict: 'hit' };
  expect(pack([part, { ...part }, { ...part }])).toBe(
    '["tool","verdict",[0,0,1],"brave.web_search","hit",[3,3,4],[0,5,5,5]]',
  );
});

test('a number and its text are different values', () => {
  expect(unpack(JSON.parse(pack([1, '1', true, 'true', null, 'null'])))).toEqual([
    1,
    '1',
    true,
    'true',
    null,
    'null',
  ]);
});

test('a number that no double holds keeps its digits', () => {
  const value = { id: new ExactNumber('12345678901234567891'), text: '12345678901234567891' };
  expect(unpack(JSON.parse(pack(value)))).toEqual(value);
});
