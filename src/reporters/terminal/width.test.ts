import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutMiddle, cutToWidth, padToWidth, textWidth, wrapToWidth } from './width.ts';

test.each([
  ['plain', 5],
  ['', 0],
  ['é', 1],
  ['e\u0301', 1],
  ['東京', 4],
  ['ｆｕｌｌ', 8],
  ['한국', 4],
  ['🍣', 2],
  ['❤\ufe0f', 2],
  ['👍🏽', 2],
  ['🇩🇪', 2],
  ['✗ ✓ │ ↳ …', 9],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('letters and ideographs are as wide as a reference implementation says', () => {
  const wrong: string[] = [];
  const blocks = [
    [0x20, 0x7e],
    [0xa0, 0x5ff],
    [0x900, 0xd7f],
    [0x1e00, 0x1fff],
    [0x2190, 0x22ff],
    [0x3041, 0x3096],
    [0x30a0, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xff01, 0xff60],
    [0x1f600, 0x1f64f],
    [0x20000, 0x2a6df],
  ] as const;
  for (const [from, to] of blocks) {
    for (let code = from; code <= to; code += 1) {
      const text = String.fromCodePoint(code);
      if (!/\P{Default_Ignorable_Code_Point}/u.test(text)) continue;
      if (textWidth(text) !== stringWidth(text)) wrong.push(code.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});

test('padding fills to the width and never cuts', () => {
  expect(padToWidth('東京', 6)).toBe('東京  ');
  expect(padToWidth('longer', 3)).toBe('longer');
});

test('cutting keeps whole characters and says that it cut', () => {
  expect(cutToWidth('search', 6)).toBe('search');
  expect(cutToWidth('search', 4)).toBe('sea…');
  expect(cutToWidth('東京都', 4)).toBe('東…');
});

test('lines break at blanks, and inside a word only when it is longer than a line', () => {
  expect(wrapToWidth('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapToWidth('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij']);
  expect(wrapToWidth('', 10)).toEqual(['']);
});

test('lines after the first are indented within the width', () => {
  expect(wrapToWidth('one two three four', 9, '  ')).toEqual(['one two', '  three', '  four']);
});

test('wrapping loses no character and no line is too wide', () => {
  const unit = fc.constantFrom('a', 'bc', ' ', '東', '🍣', '::');
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.integer({ min: 2, max: 20 }),
      (text, width) => {
        const lines = wrapToWidth(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test.each([
  ['modify_pending_order_items', 26, 'modify_pending_order_items'],
  ['modify_pending_order_items', 15, 'modify_…r_items'],
  ['modify_pending_order_items', 16, 'modify_p…r_items'],
  ['東京大阪', 5, '東…阪'],
  ['東京大阪', 6, '東…阪'],
  ['abcde\u0301', 3, 'a…e\u0301'],
  ['abcde\u0301f', 3, 'a…f'],
])('%j in %i columns is %s in the middle', (text, width, wanted) => {
  expect(cutMiddle(text, width)).toBe(wanted);
});

test('a text that was cut in the middle has at most the columns that it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 30 }), (text, width) => {
      expect(textWidth(cutMiddle(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
