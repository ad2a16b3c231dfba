import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, equalJson } from './equal-json.ts';
import { ExactNumber, type Json } from './json.ts';
import { parseJson } from './parse-json.ts';

function json(text: string): Json {
  const result = parseJson(text);
  if (!result.ok) throw new TypeError(result.message);
  return result.value;
}

describe('equality of JSON values', () => {
  it.each([
    ['1', '1.0'],
    ['1', '1e0'],
    ['100', '1e2'],
    ['0', '-0'],
    ['0.1', '1e-1'],
    ['9007199254740993', '9007199254740993.0'],
    ['12345678901234567890', '1234567890123456789e1'],
    ['"a"', '"\\u0061"'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":{"x":1,"y":[{"p":1,"q":2}]}}', '{"a":{"y":[{"q":2,"p":1}],"x":1}}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['{"10":1,"9":2}', '{"9":2,"10":1}'],
    ['[]', '[]'],
    ['{}', '{}'],
    ['null', 'null'],
  ])('%s equals %s', (item, other) => {
    expect(equalJson(json(item), json(other))).toBe(true);
    expect(equalJson(json(other), json(item))).toBe(true);
    expect(canonicalJson(json(item))).toBe(canonicalJson(json(other)));
  });

  it.each([
    ['1', '"1"'],
    ['true', '1'],
    ['true', '"true"'],
    ['false', '0'],
    ['null', '0'],
    ['null', '{}'],
    ['{"a":null}', '{}'],
    ['{}', '[]'],
    ['[1]', '{"0":1}'],
    ['[1,2]', '[2,1]'],
    ['[1]', '[1,1]'],
    ['[1]', '1'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1,"b":1}', '{"a":1,"c":1}'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740993', '"9007199254740993"'],
    ['9007199254740993', '{"text":"9007199254740993"}'],
    ['0.1', '0.10000000000000001'],
    ['"paris"', '"Paris"'],
    ['"a"', '"a "'],
    ['"caf\\u00e9"', '"cafe\\u0301"'],
    ['"\\ud800"', '"\\udfff"'],
    ['{"__proto__":1}', '{}'],
    ['{"__proto__":{}}', '{"x":1}'],
    ['{"toString":1}', '{}'],
    ['{"constructor":{"name":"Object"}}', '{}'],
  ])('%s differs from %s', (item, other) => {
    expect(equalJson(json(item), json(other))).toBe(false);
    expect(equalJson(json(other), json(item))).toBe(false);
    expect(canonicalJson(json(item))).not.toBe(canonicalJson(json(other)));
  });

  const leaf = fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    1,
    -1,
    '',
    '0',
    '1',
    'a',
    new ExactNumber('9007199254740993'),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__', 'toString'), tie('value'), {
        maxKeys: 3,
      }),
    ),
  }));

  it('is the same as having the same canonical text', () => {
    fc.assert(
      fc.property(value, value, (item, other) => {
        expect(equalJson(item, other)).toBe(canonicalJson(item) === canonicalJson(other));
        expect(equalJson(item, item)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not see the order of keys at any depth', () => {
    const reverse = (json: Json): Json => {
      if (Array.isArray(json)) return json.map(reverse);
      if (typeof json !== 'object' || json === null || json instanceof ExactNumber) return json;
      return Object.fromEntries(
        Object.entries(json)
          .reverse()
          .map(([key, each]) => [key, reverse(each)]),
      );
    };
    fc.assert(fc.property(value, (item) => equalJson(item, reverse(item))));
  });
});

it('canonical text has its keys sorted by code unit', () => {
  expect(
    canonicalJson(json('{"\\uff61":1,"\\ud83d\\ude00":2,"b":[{"d":1,"c":2}],"10":3,"9":4}')),
  ).toBe('{"10":3,"9":4,"b":[{"c":2,"d":1}],"\u{1f600}":2,"\uff61":1}');
});
