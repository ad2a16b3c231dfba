import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleRows } from './json-rows.ts';
import { scanJson } from './scan-json.ts';

/** Rows as lines: depth, key, text. */
function linesOf(text: string): readonly string[] {
  const rows = scanJson(text);
  if (rows === null) return ['not JSON'];
  return rows.keys.map((key, i) => `${rows.depths[i]} ${key}=${rows.texts[i]} ${rows.ends[i]}`);
}

describe('JSON as rows', () => {
  it('has a row for each value, with its depth, its key and where it ends', () => {
    expect(linesOf('{"a": [1, {"b": "x"}], "c": 1.50}')).toEqual([
      '0 ={…} 2 6',
      '1 a=[…] 2 5',
      '2 0=1 3',
      '2 1={…} 1 5',
      '3 b="x" 5',
      '1 c=1.50 6',
    ]);
  });

  it.each(['', '7', '"x"', '{', '[1,]', '{"a":1}}', 'null'])('is null for %s', (text) => {
    expect(scanJson(text)).toBeNull();
  });

  it('reads deep nesting, escapes and empty parts', () => {
    expect(scanJson(`${'['.repeat(5000)}${']'.repeat(5000)}`)?.count).toBe(5000);
    expect(linesOf('{"a\\"b": {}, "c\\\\": []}')).toEqual([
      '0 ={…} 2 3',
      '1 a"b={…} 0 2',
      '1 c\\=[…] 0 3',
    ]);
  });

  it('has as many rows as the value has parts, whatever it is', () => {
    const countOf = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 1
        : 1 + Object.values(value).reduce<number>((sum, part) => sum + countOf(part), 0);
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2, '\t'), (part, space) => {
        const text = JSON.stringify(part, null, space);
        expect(scanJson(text)?.count).toBe(countOf(JSON.parse(text)));
      }),
    );
  });
});

it('shows nothing of what is closed', () => {
  const rows = scanJson('{"a": [1, 2], "b": {"c": 3}}');
  if (rows === null) throw new Error('not JSON');
  expect([...visibleRows(rows, new Set())]).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...visibleRows(rows, new Set([1]))]).toEqual([0, 1, 4, 5]);
  expect([...visibleRows(rows, new Set([0, 4]))]).toEqual([0]);
});
