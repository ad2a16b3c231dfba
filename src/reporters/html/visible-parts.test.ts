import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeVisible } from '../escape/visible.ts';
import { visibleParts } from './visible-parts.ts';

test('an escape is told apart from the same letters in the data', () => {
  expect(visibleParts('\\x1b then \u001b, end')).toEqual([
    { text: '\\x1b then ', escaped: false },
    { text: '\\x1b', escaped: true },
    { text: ', end', escaped: false },
  ]);
});

test('neighbouring hidden characters are each written out', () => {
  expect(visibleParts('\n\u202e\u{e0041}')).toEqual([
    { text: '\\n', escaped: true },
    { text: '\\u{202e}', escaped: true },
    { text: '\\u{e0041}', escaped: true },
  ]);
});

test('text without hidden characters stays in one piece', () => {
  expect(visibleParts('books a table in 東京 🍣')).toEqual([
    { text: 'books a table in 東京 🍣', escaped: false },
  ]);
});

test('the parts together are the visible text', () => {
  const hidden = fc.constantFrom(
    '\\',
    '\\x1b',
    '\u001b',
    '\u200b',
    '\ud800',
    '\ufe0f',
    '☂',
    'n',
    '{',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(hidden, fc.string({ unit: 'binary' }))), (pieces) => {
      const text = pieces.join('');
      const parts = visibleParts(text);
      expect(parts.map((part) => part.text).join('')).toBe(makeVisible(text));
      const kept = parts.filter((part) => !part.escaped);
      expect(kept.every((part) => text.includes(part.text))).toBe(true);
    }),
  );
});
