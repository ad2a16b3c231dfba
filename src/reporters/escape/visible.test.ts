import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeVisible } from './visible.ts';

const HIDDEN_PROPERTIES =
  /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

test('control characters are written as hexadecimal escapes, line breaks by their short names', () => {
  expect(makeVisible('\u001b[31m\u0000\u007f\u0085\u009b')).toBe('\\x1b[31m\\x00\\x7f\\x85\\x9b');
  expect(makeVisible('a\nb\rc\td')).toBe('a\\nb\\rc\\td');
});

test('bidi, zero-width and tag characters are written by their code points', () => {
  expect(makeVisible('\u202eabc\u2066')).toBe('\\u{202e}abc\\u{2066}');
  expect(makeVisible('se\u200barch\ufeff')).toBe('se\\u{200b}arch\\u{feff}');
  expect(makeVisible('\u{e0041}')).toBe('\\u{e0041}');
});

test('halves of a surrogate pair are shown and whole pairs stay', () => {
  expect(makeVisible('\ud800 🍣 \udc00')).toBe('\\u{d800} 🍣 \\u{dc00}');
});

test('the emoji selector stays behind a symbol and is shown behind a letter', () => {
  expect(makeVisible('❤\ufe0f')).toBe('❤\ufe0f');
  expect(makeVisible('search\ufe0f')).toBe('search\\u{fe0f}');
});

test('letters of every script stay as they are', () => {
  for (const text of [
    'plain ASCII ~',
    'é e\u0301',
    '東京',
    'שלום',
    'مرحبا',
    'नमस्ते',
    '한국어',
    '🇩🇪',
  ]) {
    expect(makeVisible(text)).toBe(text);
  }
});

test('no code point that hides, reorders or controls comes through', () => {
  const leaks: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const shown = makeVisible(String.fromCodePoint(code));
    if (HIDDEN_PROPERTIES.test(shown)) leaks.push(code.toString(16));
  }
  expect(leaks).toEqual([]);
});

test('text that was made visible is not changed again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = makeVisible(text);
      expect(makeVisible(once)).toBe(once);
    }),
  );
});
