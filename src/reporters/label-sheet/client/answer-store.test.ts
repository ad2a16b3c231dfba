import { expect, it } from 'vitest';
import { AnswerStore } from './answer-store.ts';
import type { SheetData } from './answer.ts';

const ROW = {
  caseHash: 'hash',
  input: null,
  before: [],
  tools: [],
  rated: null,
  opinions: [],
  answer: null,
  rationale: null,
};

const SHEET: SheetData = {
  task: 'label',
  reviewer: 'ann',
  guideHash: null,
  key: 'k',
  rows: [
    { ...ROW, id: 'one' },
    { ...ROW, id: 'two', answer: { expected_tool: 'a' }, rationale: 'why' },
  ],
};

function memory(
  entries: readonly (readonly [string, string])[] = [],
): Pick<Storage, 'getItem' | 'setItem'> {
  const map = new Map(entries);
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
  };
}

it('begins with the answers of the sheet', () => {
  const store = new AnswerStore(SHEET, () => memory());
  expect(store.get('one')).toBeNull();
  expect(store.get('two')).toEqual({ expected_tool: 'a', rationale: 'why' });
  expect(store.isUnsaved).toBe(false);
});

it('keeps answers for the same sheet only', () => {
  const storage = memory();
  const store = new AnswerStore(SHEET, () => storage);
  store.set('one', { expected_tool: 'b' });
  store.set('two', null);
  expect(store.isUnsaved).toBe(true);
  const again = new AnswerStore(SHEET, () => storage);
  expect([again.get('one'), again.get('two')]).toEqual([{ expected_tool: 'b' }, null]);
  const other = new AnswerStore({ ...SHEET, key: 'other' }, () => storage);
  expect(other.get('one')).toBeNull();
});

it('keeps answers in memory where the browser has no storage', () => {
  const store = new AnswerStore(SHEET, () => {
    throw new Error('denied');
  });
  store.set('one', { expected_tool: 'b' });
  expect(store.get('one')).toEqual({ expected_tool: 'b' });
  expect(store.isUnsaved).toBe(true);
});

it.each(['{half', '7', '[7]', 'null'])('begins anew where %s was kept', (text) => {
  const store = new AnswerStore(SHEET, () => memory([['whichtool label ann k', text]]));
  expect(store.get('two')).toEqual({ expected_tool: 'a', rationale: 'why' });
});

it('takes only answers of its cases', () => {
  const text = JSON.stringify([
    ['three', { expected_tool: 'a' }],
    ['one', 'odd'],
    ['two', { expected_tool: 'c' }],
  ]);
  const store = new AnswerStore(SHEET, () => memory([['whichtool label ann k', text]]));
  expect(['one', 'two', 'three'].map((id) => store.get(id))).toEqual([
    null,
    { expected_tool: 'c' },
    null,
  ]);
});
