import { describe, expect, it } from 'vitest';
import { listDifferences } from './list-differences.ts';

describe('the arguments that are not as labelled', () => {
  it('are none where values are equal, whatever the order of keys', () => {
    expect(listDifferences({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toEqual([]);
  });

  it('have both values, or the one that there is', () => {
    const expected = { order_id: 'A-2', reason: 'late', limit: null };
    const actual = { order_id: 'A-1', limit: null, notify: true };
    expect(listDifferences(expected, actual)).toEqual([
      { path: ['order_id'], expected: 'A-2', actual: 'A-1' },
      { path: ['reason'], expected: 'late' },
      { path: ['notify'], actual: true },
    ]);
  });

  it('are found inside of objects; a list is one value', () => {
    const expected = { filter: { status: 'open', tags: ['a', 'b'] } };
    const actual = { filter: { status: 'closed', tags: ['b', 'a'] } };
    expect(listDifferences(expected, actual)).toEqual([
      { path: ['filter', 'status'], expected: 'open', actual: 'closed' },
      { path: ['filter', 'tags'], expected: ['a', 'b'], actual: ['b', 'a'] },
    ]);
  });

  it('heed markers of the label', () => {
    const expected = {
      size: { $any_of: ['M', 'L'] },
      note: { $optional: 'x' },
      day: { $type: 'string' },
      code: { $matches: '^A' },
    };
    expect(listDifferences(expected, { size: 'L', day: 'Monday', code: 'A1' })).toEqual([]);
    expect(listDifferences(expected, { size: 'S', day: 3, code: 'A1' })).toEqual([
      { path: ['size'], expected: { $any_of: ['M', 'L'] }, actual: 'S' },
      { path: ['day'], expected: { $type: 'string' }, actual: 3 },
    ]);
  });

  it('are the whole where one side is not an object, or a marker is not one', () => {
    expect(listDifferences({ a: 1 }, '{"a":')).toEqual([
      { path: [], expected: { a: 1 }, actual: '{"a":' },
    ]);
    expect(listDifferences({ a: { $type: 'colour' } }, { a: 'red' })).toEqual([
      { path: ['a'], expected: { $type: 'colour' }, actual: 'red' },
    ]);
  });

  it('do not follow names of the prototype', () => {
    const actual = JSON.parse('{"__proto__":{"a":1}}');
    expect(listDifferences({}, actual)).toEqual([{ path: ['__proto__'], actual: { a: 1 } }]);
    expect(listDifferences({ toString: 'x' }, {})).toEqual([{ path: ['toString'], expected: 'x' }]);
  });
});
