import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, type Json } from './json.ts';
import { parseJsonCarefully } from './parse-json-carefully.ts';
import { parseJson } from './parse-json.ts';
import type { JsonFault } from './parsed-json.ts';
import { stringifyAsWritten, stringifyJson } from './stringify-json.ts';

function fault(text: string): Omit<JsonFault, 'ok'> {
  const parsed = parseJson(text);
  if (parsed.ok) throw new Error(`accepted: ${text}`);
  const { ok: _, ...rest } = parsed;
  return rest;
}

function value(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

describe('careful JSON', () => {
  it('reads what the runtime reads', () => {
    expect(value(' {"a":[1,-2.5e3,"x\\n",true,false,null,{}],"b":[]}\r\n\t')).toEqual({
      a: [1, -2500, 'x\n', true, false, null, {}],
      b: [],
    });
    expect(value('"a\\\\"')).toBe('a\\');
    expect(value('["\\"",":{["]')).toEqual(['"', ':{[']);
  });

  it('refuses a repeated key, also when one spelling is escaped', () => {
    expect(fault('{"a":1,"a":1}')).toEqual({
      code: 'JSON_DUPLICATE_KEY',
      message: 'the key "a" is written twice',
      offset: 7,
    });
    expect(fault('[{"x":{"a":1,"\\u0061":2}}]')).toMatchObject({
      code: 'JSON_DUPLICATE_KEY',
      offset: 13,
    });
    expect(fault('{"__proto__":1,"__proto__":2}').code).toBe('JSON_DUPLICATE_KEY');
    expect(value('[{"a":1},{"a":1}]')).toEqual([{ a: 1 }, { a: 1 }]);
  });

  it('keeps the digits of a number that no double holds', () => {
    expect(value('[9007199254740993,9007199254740992]')).toEqual([
      new ExactNumber('9007199254740993'),
      new ExactNumber('9007199254740992'),
    ]);
    expect(value('{"id":12345678901234567890}')).toEqual({
      id: new ExactNumber('1234567890123456789e1'),
    });
    expect(value('1730000000.123456')).toEqual(new ExactNumber('1730000000123456e-6'));
    expect(value('[4111111111111111.0, 1e+10, 100000000000000000e-9]')).toEqual([
      4111111111111111, 10_000_000_000, 100_000_000,
    ]);
  });

  it('knows one zero', () => {
    for (const text of ['-0', '-0.0', '-0e5', '0']) expect(Object.is(value(text), 0)).toBe(true);
    expect(value('-0.5')).toBe(-0.5);
  });

  it('refuses numbers beyond the range of doubles, however long, without spending time on them', () => {
    expect(fault('[1e400]')).toEqual({
      code: 'NUMBER_RANGE',
      message: 'the number 1e400 is beyond the range of doubles',
      offset: 1,
    });
    expect(fault('-1e999').code).toBe('NUMBER_RANGE');
    expect(fault(`1e-${'9'.repeat(400)}`).code).toBe('NUMBER_RANGE');
    expect(fault(`1${'0'.repeat(2_000_000)}1`).code).toBe('NUMBER_RANGE');
  });

  it.each([
    [127, true],
    [128, true],
    [129, false],
    [100_000, false],
    [1_000_000, false],
  ])('bounds nesting: %i levels', (depth, ok) => {
    const lists = parseJson('['.repeat(depth) + ']'.repeat(depth));
    const objects = parseJson('{"a":'.repeat(depth) + '1' + '}'.repeat(depth));
    expect([lists.ok, objects.ok]).toEqual([ok, ok]);
  });

  it('says where nesting went too deep', () => {
    expect(fault('['.repeat(5000))).toEqual({
      code: 'JSON_DEPTH',
      message: 'nested deeper than 128 levels',
      offset: 128,
    });
  });

  it.each([
    ['[NaN]', 1, 'NaN is not JSON', 'Python'],
    ['[Infinity]', 1, 'Infinity is not JSON', 'Python'],
    ['[-Infinity]', 2, '-Infinity is not JSON', 'Python'],
    ['{"a":None}', 5, 'None is not JSON', 'Python'],
    ['{"a":True}', 5, 'True is not JSON', 'Python'],
    ["{'a':1}", 1, `unexpected "'" where a key in double quotes should be`, 'double quotes'],
    ['{"a":1}{"a":2}', 7, 'unexpected "{" after the end of the value', 'two records on one line'],
    ['{"a":[1{"a":2}', 7, 'unexpected "{" where a comma or "]" should be', 'two records'],
    ['\0\0\0', 0, 'NUL byte where a value should be', 'extended but not written'],
    ['{"a":"x\0\0', 7, 'NUL byte inside a string', 'extended but not written'],
    ['\uFEFF{}', 0, 'unexpected U+FEFF where a value should be', 'byte order mark'],
    ['"a\nb"', 2, 'unexpected U+000A inside a string', 'escapes'],
    ['[1,]', 3, 'unexpected "]" where a value should be', ''],
    ['{"a":1,}', 7, 'unexpected "}" where a key in double quotes should be', ''],
    ['{"a" 1}', 5, 'unexpected "1" where a colon should be', ''],
    ['["\\x"]', 3, 'unexpected "x" inside an escape', ''],
    ['["\\u12G4"]', 6, 'unexpected "G" inside an escape', ''],
    ['[01]', 2, 'unexpected "1" where a comma or "]" should be', ''],
    ['[1.e3]', 3, 'unexpected "e" where a digit should be', ''],
    ['[tru]', 4, 'unexpected "]" where a value should be', ''],
    ['', 0, 'the text ends too early', ''],
    ['{"a":1', 6, 'the text ends too early', ''],
  ])('says what is wrong with %j', (text, offset, message, hint) => {
    const result = fault(text);
    expect(result).toMatchObject({ code: 'JSON_SYNTAX', offset, message });
    expect(result.hint === undefined).toBe(hint === '');
    expect(result.hint ?? '').toContain(hint);
  });

  it('says of every cut text that it ends too early', () => {
    const text = '{"a":[true,false,null,-1.5e-3,"\\u00e9\\\\",{}],"b":{"c":"ü"}}';
    for (let cut = 0; cut < text.length; cut++) {
      expect(fault(text.slice(0, cut))).toEqual({
        code: 'JSON_SYNTAX',
        message: 'the text ends too early',
        offset: cut,
      });
    }
  });
});

describe('hostile keys', () => {
  it('are ordinary data on both paths', () => {
    const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '10'];
    const text = `{${keys.map((key) => `"${key}":{"polluted":1}`).join(',')}}`;
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const parsed of [parseJson(text), parseJsonCarefully(text)]) {
      const read = Object(parsed.ok && parsed.value);
      expect(Object.keys(read).toSorted()).toEqual(keys.toSorted());
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  it('are found twice even where someone planted a member on every object', () => {
    const planted = { value: 1, writable: true, enumerable: true, configurable: true };
    Reflect.defineProperty(Object.prototype, 'planted', planted);
    const twice = parseJson('{"a":1,"a":2}');
    const once = parseJson('{"a":1}');
    Reflect.deleteProperty(Object.prototype, 'planted');
    expect(twice).toMatchObject({ code: 'JSON_DUPLICATE_KEY' });
    expect(once).toEqual({ ok: true, value: { a: 1 } });
  });
});

const TOKENS = [
  ...Array.from('{}[],:"\\ \n01-.eE+\0é\u{1F600}'),
  ...'"a" "\\u0061" "b" \\u00 1.5 12345678901234567 1e5 1e-400 true nul null false NaN'.split(' '),
  '\uD800',
];

function native(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

describe('against the runtime parser', () => {
  it('accepts the same texts, apart from our own faults, and says the same on both paths', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TOKENS), { maxLength: 14 }), (tokens) => {
        const text = tokens.join('');
        const expected = native(text);
        const parsed = parseJson(text);
        expect(parseJsonCarefully(text)).toEqual(parsed);
        const refused = !parsed.ok && parsed.code === 'JSON_SYNTAX';
        expect(refused && expected !== null).toBe(false);
        // Written again, because the runtime knows two zeros and we one.
        expect(parsed.ok && JSON.stringify(JSON.parse(stringifyJson(parsed.value)))).toEqual(
          parsed.ok && JSON.stringify(expected?.value),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('reads any value as the runtime does, and writes it so that it reads the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (original, indent) => {
        const text = JSON.stringify(original, null, indent);
        const read = value(text);
        expect(parseJsonCarefully(text)).toEqual({ ok: true, value: read });
        const written = stringifyJson(read);
        expect(JSON.parse(written)).toEqual(JSON.parse(text));
        expect(value(written)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const parsed = parseJson(text);
        expect(parsed.ok).toBe(native(text) !== null);
      }),
    );
  });
});

describe('JSON text', () => {
  it('is compact, keeps digits and escapes lone surrogates', () => {
    const read = value(' { "n" : 9007199254740993 , "s" : "\\ud800" , "l" : [ 1 , { } , [ ] ] } ');
    expect(stringifyJson(read)).toBe('{"n":9007199254740993,"s":"\\ud800","l":[1,{},[]]}');
  });

  it('has one spelling for equal numbers, or keeps 1.0 as it was written', () => {
    const read = value('{"a":1.0,"b":1,"c":[2.0],"d":{"e":3e2,"f":1.5},"g":1E30}');
    expect(stringifyJson(read)).toBe('{"a":1,"b":1,"c":[2],"d":{"e":300,"f":1.5},"g":1e+30}');
    const text = '{"a":1.0,"b":1,"c":[2],"d":{"e":300.0,"f":1.5},"g":1e+30}';
    expect(stringifyAsWritten(read)).toBe(text);
  });

  it('is written for values of any depth', () => {
    let deep: Json = [];
    for (let level = 1; level < 20_000; level++) deep = [deep];
    expect(stringifyJson(deep)).toBe('['.repeat(20_000) + ']'.repeat(20_000));
  });

  it('refuses a value that contains itself', () => {
    const list: Json[] = [];
    list.push(list);
    expect(() => stringifyJson(list)).toThrow(RangeError);
  });
});
