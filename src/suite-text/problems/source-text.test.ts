import { describe, expect, it } from 'vitest';
import { SourceText } from './source-text.ts';

describe('places in a text', () => {
  const source = new SourceText('a.yaml', 'one\r\ntwo\rthree\n\nfive');

  it('counts lines that end with LF, CRLF or CR', () => {
    expect(source.placeOf(0)).toEqual({ file: 'a.yaml', line: 1, column: 1 });
    expect(source.placeOf(5)).toEqual({ file: 'a.yaml', line: 2, column: 1 });
    expect(source.placeOf(10)).toEqual({ file: 'a.yaml', line: 3, column: 2 });
    expect(source.placeOf(15)).toEqual({ file: 'a.yaml', line: 4, column: 1 });
    expect(source.placeOf(20)).toEqual({ file: 'a.yaml', line: 5, column: 5 });
  });

  it('shows the line without its end', () => {
    expect(source.excerptOf(1, 2)).toEqual({ text: 'one', column: 2, length: 2 });
    expect(source.excerptOf(16, 99)).toEqual({ text: 'five', column: 1, length: 4 });
    expect(source.excerptOf(15, 1)).toEqual({ text: '', column: 1, length: 1 });
  });

  it('cuts a long line around the place', () => {
    const long = new SourceText('a.json', `${'x'.repeat(1000)}HERE${'y'.repeat(1000)}`);
    const excerpt = long.excerptOf(1000, 4);
    expect(excerpt.text.length).toBe(160);
    expect(excerpt.text.slice(excerpt.column - 1, excerpt.column + 3)).toBe('HERE');
  });
});
