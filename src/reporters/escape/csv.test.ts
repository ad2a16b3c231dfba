import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines, csvText } from './csv.ts';
import { makeVisible } from './visible.ts';

test('plain text stays plain', () => {
  expect(csvText('research-agent picks search then fetch')).toBe(
    'research-agent picks search then fetch',
  );
});

test('separators and quotes are quoted', () => {
  expect(csvText('a, "b"')).toBe('"a, ""b"""');
  expect(csvText('a;b')).toBe('"a;b"');
});

test.each(['=1', '+1', '-1', '@x', '＝1', '＋1', '－1', '＠x'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(csvText(text)).toBe(`'${text}`);
  },
);

test('blanks in front of a formula do not help it', () => {
  expect(csvText('  =1')).toBe("'  =1");
  expect(csvText('\u00a0=1')).toBe("'\u00a0=1");
});

test('tabs, carriage returns and zero-width characters are shown, so nothing hides behind them', () => {
  expect(csvText('\t=1')).toBe('\\t=1');
  expect(csvText('\r=1')).toBe('\\r=1');
  expect(csvText('\u200b=1')).toBe('\\u{200b}=1');
});

test('a strict parser reads one cell that is no formula and holds the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [[cell, last] = []] = parse(`${csvText(text)},end\n`);
      expect(last).toBe('end');
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cell?.replace(/^'/, '')).toBe(makeVisible(text).replace(/^'/, ''));
    }),
  );
});

test('a cell with lines keeps them, whatever the system writes', () => {
  expect(csvLines('a\r\nb\rc\nd')).toBe('"a\nb\nc\nd"');
  expect(csvLines('\n=1')).toBe('"\'\n=1"');
  expect(csvLines('a\tb')).toBe('a\\tb');
  expect(parse(`${csvLines('say "hi"\nthere')},x\n`)).toEqual([['say "hi"\nthere', 'x']]);
});
