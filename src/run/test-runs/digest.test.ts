import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, ExactNumber, type Json } from '#core';
import { Digest } from './digest.ts';

function digestOf(value: Json): string {
  const digest = new Digest();
  digest.add(value);
  return digest.end();
}

const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 0.5, -0.5, '', '0', 'a', 'b', 'ab'),
  fc.constantFrom<Json>(new ExactNumber('1e400'), '1e400'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary' }),
);
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '0', '__proto__', 'toString'), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));

it('is equal for equal values only', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(digestOf(one) === digestOf(other)).toBe(canonicalJson(one) === canonicalJson(other));
    }),
    { numRuns: 2000 },
  );
});

/** Values that differ by little: where a weak hash loses bits, and differences cancel each other. */
function* likeValues(): Generator<Json> {
  const signs = [1, -1];
  for (let power = -20; power < 20; power++)
    for (const a of signs)
      for (const b of signs) for (const c of signs) yield [a * 2 ** power, b * 1.5, c * 2.5];
  for (let bit = 0; bit < 32; bit++)
    for (let other = 0; other < 32; other++)
      for (let gap = 0; gap < 3; gap++)
        yield [1 << bit, ...Array.from({ length: gap }, () => 0), 1 << other];
  for (let bit = 0; bit < 16; bit++)
    for (let other = 0; other < 16; other++)
      for (let gap = 0; gap < 8; gap++)
        yield String.fromCharCode(1 << bit, ...Array.from({ length: gap }, () => 0), 1 << other);
  for (let at = 0; at < 16; at++)
    for (let unit = 0; unit < 256; unit++)
      yield `${'x'.repeat(at)}${String.fromCharCode(0x4e00 + unit)}${'x'.repeat(15 - at)}`;
  for (let a = 0; a < 60; a++)
    for (let b = 0; b < 60; b++) yield { a, b, c: { a: b, b: a }, d: [a, b] };
}

it('distinguishes values that differ by little, in each half', () => {
  const values = new Set([...likeValues()].map(canonicalJson));
  const digests = new Set([...likeValues()].map(digestOf));
  expect(digests.size).toBe(values.size);
  // Of some 15,000 values about 0.03 pairs share 32 bits by chance.
  for (const half of [0, 2]) {
    const halves = new Set([...digests].map((digest) => digest.slice(half, half + 2)));
    expect(values.size - halves.size).toBeLessThan(4);
  }
});
