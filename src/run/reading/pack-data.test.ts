import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { packData, unpackData } from './pack-data.ts';

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.bigInt(),
  fc.constantFrom(null, undefined, true, false, -0, NaN, Infinity, -Infinity),
  fc.array(fc.nat(), { maxLength: 5 }).map((items) => Uint32Array.from(items)),
  fc.array(fc.double(), { maxLength: 5 }).map((items) => Float64Array.from(items)),
  fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { maxLength: 3 }).map((all) => BigUint64Array.from(all)),
);
const { tree: data } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', '$', '__proto__', 'constructor', 'ü'), tie('tree'), {
      noNullPrototype: true,
    }),
    fc.array(fc.tuple(fc.string(), tie('tree')), { maxLength: 3 }).map((all) => new Map(all)),
    fc.array(tie('tree'), { maxLength: 3 }).map((all) => new Set(all)),
  ),
}));

it('returns what a thread would get', () => {
  fc.assert(
    fc.property(data, (value) => {
      expect(isDeepStrictEqual(unpackData(packData(value)), structuredClone(value))).toBe(true);
    }),
  );
});

it('packs a part of a larger buffer', () => {
  const view = new Uint32Array(Uint32Array.of(1, 2, 3, 4).buffer, 4, 2);
  const unpacked = unpackData(packData(view)) as Uint32Array;
  expect(unpacked).toEqual(Uint32Array.of(2, 3));
  expect(unpacked.buffer.byteLength).toBe(8);
});

it('refuses what is not data', () => {
  expect(() => packData({ run: () => 1 })).toThrow(TypeError);
  expect(() => packData(new DataView(new ArrayBuffer(1)))).toThrow(TypeError);
});

const form = packData(null).replace('null', '');

it.each([
  ['no form', '{}'],
  ['another form', packData({ a: 1 }).replace('-1:', '-2:')],
  ['a cut text', packData({ a: [1, 2] }).slice(0, -1)],
  ['an unknown tag', `${form}{"$":["code","process.exit()"]}`],
  ['a tag that is not a list', `${form}{"$":7}`],
  ['a class that is not an array of numbers', `${form}{"$":["SharedArrayBuffer","AAAA"]}`],
  ['a name that all objects have', `${form}{"$":["constructor","AAAA"]}`],
  ['a bad number', `${form}{"$":["bigint","x"]}`],
  ['bytes that are not whole numbers', `${form}{"$":["Uint32Array","AAA="]}`],
  ['a map of something else', `${form}{"$":["map",[1]]}`],
  ['too deep nesting', form + '['.repeat(200_000) + ']'.repeat(200_000)],
])('does not read %s', (_what, text) => {
  expect(unpackData(text)).toBeUndefined();
});

it('does not change the prototype of an object', () => {
  const unpacked = unpackData(`${form}{"__proto__":{"isAdmin":true}}`) as object;
  expect(Object.getPrototypeOf(unpacked)).toBe(Object.prototype);
  expect('isAdmin' in unpacked).toBe(false);
});
