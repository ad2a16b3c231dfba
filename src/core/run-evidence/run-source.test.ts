import { expect, it } from 'vitest';
import { formatWhere } from './run-source.ts';

it.each([
  [{ file: 'a.jsonl', line: 17, offset: 400 }, 'a.jsonl:17'],
  [{ file: 'a.json', startLine: 1, offset: 0 }, 'a.json:1'],
  // An item of a list has a line of its own, but not where the whole list is on one line.
  [{ file: 'a.json', startLine: 9, offset: 99, pointer: '/3' }, 'a.json:9'],
  [{ file: 'a.json', startLine: 9, offset: 99, pointer: '/traces/3' }, 'a.json:9'],
  [{ file: 'a.json', startLine: 1, offset: 99, pointer: '/3' }, 'a.json:1 /3'],
  [{ file: 'a.jsonl', line: 4, pointer: '/runs/2' }, 'a.jsonl:4 /runs/2'],
  [{ file: 'logs.zip!a.json', startLine: 2 }, 'logs.zip!a.json:2'],
  [{ file: 'langsmith://project', pointer: 'run-1' }, 'langsmith://project run-1'],
  [{ file: 'whichtool.yaml', line: 14, run: 2 }, 'whichtool.yaml:14 run 2'],
  [null, ''],
])('names a place that an editor can open: %j', (place, text) => {
  expect(formatWhere(place)).toBe(text);
});
