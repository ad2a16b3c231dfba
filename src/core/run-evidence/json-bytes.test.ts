import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, jsonBytes, jsonTextBytes } from './json-bytes.ts';

/** Texts with every kind of character, lone surrogates and control characters too. */
const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom('a', '"', '\\', '\n', '\0', '\ud83d', '\udc4d', '👍', 'é', '€', '\u2028'),
    )
    .map((parts) => parts.join('')),
);

const written = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

describe('the bytes of a text as JSON', () => {
  it('are those that are written, whatever characters it has', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        expect(jsonTextBytes(text)).toBe(written(text));
        expect(jsonBytes({ [text]: [text, 1] })).toBe(
          new TextEncoder().encode(JSON.stringify({ [text]: [text, 1] })).length,
        );
      }),
    );
  });
});

describe('a text that is cut', () => {
  it('fits, is a beginning of the text, and is never cut inside a character', () => {
    fc.assert(
      fc.property(TEXT, fc.nat(120), (text, bytes) => {
        const cut = cutText(text, bytes);
        if (cut === text) expect(written(text)).toBeLessThanOrEqual(Math.max(bytes, 2));
        if (cut === text || cut === null) return;
        expect(written(cut)).toBeLessThanOrEqual(bytes);
        const start = cut.slice(0, -3);
        expect(text.startsWith(start)).toBe(true);
        expect(
          /[\ud800-\udbff]$/.test(start) && /^[\udc00-\udfff]/.test(text.slice(start.length)),
        ).toBe(false);
      }),
    );
  });

  it('is as long as it can be', () => {
    expect(cutText('abcdef', 8)).toBe('abcdef');
    expect(cutText('abcdefg', 8)).toBe('abc...');
    expect(cutText('"""""""', 10)).toBe('""...');
    expect(cutText('👍👍👍', 13)).toBe('👍👍...');
    expect(cutText('👍👍👍', 14)).toBe('👍👍👍');
    expect(cutText('abc', 4)).toBe(null);
  });
});
