import { expect, test } from 'vitest';
import { alignRows, wrapParts } from './layout.ts';

const paint = (text: string): string => `<${text}>`;

test('columns stand under each other, wide letters counted as two', () => {
  const rows = [
    [{ text: '東京' }, { text: 'x' }],
    [{ text: 'a' }, { text: 'y' }],
  ];
  expect(alignRows(rows, 20)).toEqual([['東京  x'], ['a     y']]);
});

test('a row that does not fit is wrapped and the others stay aligned', () => {
  const rows = [
    [{ text: 'aaaa' }, { text: 'b' }],
    [{ text: 'a' }, { text: 'a long text' }],
  ];
  expect(alignRows(rows, 12)).toEqual([['aaaa  b'], ['a  a long', '    text']]);
});

test('the last of several cells goes under a row that does not fit, and the others stay aligned', () => {
  const rows = [
    [{ text: 'aaaa' }, { text: 'b' }, { text: 'c' }],
    [{ text: 'a' }, { text: 'b' }, { text: 'a long text', paint }],
  ];
  expect(alignRows(rows, 12)).toEqual([['aaaa  b  c'], ['a     b', '  <a long>', '  <text>']]);
});

test('colour goes around the text and not around the blanks', () => {
  const rows = [
    [{ text: 'a', paint }, { text: 'b' }],
    [{ text: 'ccc' }, { text: 'd' }],
  ];
  expect(alignRows(rows, 20)).toEqual([['<a>    b'], ['ccc  d']]);
});

test('empty cells at the end leave no blanks behind', () => {
  expect(alignRows([[{ text: 'a' }, { text: '' }]], 20)).toEqual([['a']]);
});

test('parts share a line while they fit', () => {
  expect(wrapParts(['2 runs', '4 calls', '1 gate passed'], 18, '  ')).toEqual([
    '2 runs · 4 calls',
    '  1 gate passed',
  ]);
});
