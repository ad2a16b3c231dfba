import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#core';
import { encodeData, fenceData } from './encode-data.ts';

/** Text made of what fences, lines and escapes are made of. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '</', '>', 'data-', '\n', '\r', '\u2028', '\u2029', '\u0085', '\\', '"'),
      fc.constantFrom('\u202e', '\u200b', '\u{e0041}', '\u{e0101}', '\ud800', '\u0000', '\\u003c'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));
const content = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    hostile,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('json')),
    fc.dictionary(hostile, tie('json')),
  ),
})).json;

describe('data inside a fence', () => {
  it('has no line break, no tag and no invisible character, whatever it contains', () => {
    fc.assert(
      fc.property(content, (value) => {
        const text = encodeData(value);
        expect(text).not.toMatch(/[<\n\r\u2028\u2029\u0085\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('cannot close its fence: there is one opening and one closing tag, at the ends', () => {
    fc.assert(
      fc.property(content, (value) => {
        const { fence, text } = fenceData(value);
        const lines = text.split('\n');
        expect(lines).toEqual([`<${fence}>`, encodeData(value), `</${fence}>`]);
        expect(text.split('<')).toHaveLength(3);
        expect(lines[1]).not.toContain(fence);
      }),
      { numRuns: 500 },
    );
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(JSON.parse(encodeData({ text }))).toEqual({ text });
      }),
    );
  });

  it('is the same for equal values, and has another fence for others', () => {
    expect(fenceData({ a: 1, b: [2] })).toEqual(fenceData({ b: [2], a: 1 }));
    expect(fenceData({ a: 1 }).fence).not.toBe(fenceData({ a: 2 }).fence);
  });

  it('shows text that cannot be seen as escapes', () => {
    expect(encodeData('a\u200bb\u{e0041}<x>')).toBe('"a\\u200bb\\udb40\\udc41\\u003cx>"');
  });
});
