import { expect, test } from 'vitest';
import type { Item } from './items.ts';
import { createSearch } from './search.ts';

const WORDS = ['fetch', 'shell.exec', 'brave.web_search', 'constructor'];

function item(name: string, given: Partial<Item> = {}): Item {
  return {
    place: 0,
    kind: 'test',
    verdict: 'pass',
    name,
    runs: 1,
    errors: 0,
    gate: null,
    missed: [],
    unexpected: [],
    others: [],
    ...given,
  };
}

const ITEMS = [
  item('Finds the page', { missed: [0], unexpected: [1], verdict: 'fail' }),
  item('finds the price', { others: [2] }),
  item('refunds', { others: [3] }),
];

function names(query: string, show: 'all' | 'fail' | 'pass' = 'all'): readonly string[] {
  return createSearch(ITEMS, WORDS)(query, show).map((hit) => hit.item.name);
}

test('an empty search finds all', () => {
  expect(names('')).toEqual(['Finds the page', 'finds the price', 'refunds']);
  expect(names('   ')).toHaveLength(3);
});

test('names are found in any letter case', () => {
  expect(names('FINDS')).toEqual(['Finds the page', 'finds the price']);
});

test('tools and classes are found too, and the hit says which', () => {
  const [hit] = createSearch(ITEMS, WORDS)('shell', 'all');
  expect(hit?.item.name).toBe('Finds the page');
  expect(hit?.words).toEqual([1]);
});

test('every term must be found, in the name or in a word', () => {
  expect(names('finds search')).toEqual(['finds the price']);
  expect(names('fetch exec')).toEqual(['Finds the page']);
  expect(names('fetch search')).toEqual([]);
});

test('two terms that the same word holds are both found', () => {
  expect(names('brave search')).toEqual(['finds the price']);
});

test('a verdict narrows what is found', () => {
  expect(names('finds', 'fail')).toEqual(['Finds the page']);
  expect(names('refunds', 'fail')).toEqual([]);
});

test('a tool called constructor is found only where it is called', () => {
  expect(names('constructor')).toEqual(['refunds']);
});
