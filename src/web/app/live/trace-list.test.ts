import type { ApiLiveTrace, LiveSummary } from '#schema';
import { expect, it } from 'vitest';
import { filterQuery, isShown, readLiveFilter } from './live-filter.ts';
import { withChanges } from './trace-list.ts';

const NONE = readLiveFilter(new URLSearchParams());

function trace(place: number, more: Partial<ApiLiveTrace> = {}): ApiLiveTrace {
  const times = { firstMs: 0, lastMs: 0, records: 1, isWaiting: false };
  const id = `t${place}`;
  return {
    place,
    id,
    change: place,
    ...times,
    outcome: 'run',
    verdict: null,
    summary: null,
    ...more,
  };
}

const placesOf = (items: readonly ApiLiveTrace[]): number[] => items.map(({ place }) => place);

it('puts new traces first and replaces those that changed', () => {
  const list = withChanges(
    { items: [trace(2), trace(1)], next: null },
    [trace(3), trace(1, { records: 9 })],
    NONE,
  );
  expect(placesOf(list.items)).toEqual([3, 2, 1]);
  expect(list.items.at(-1)?.records).toBe(9);
});

it('leaves traces of later pages to those pages', () => {
  const list = withChanges({ items: [trace(9), trace(8)], next: '8' }, [trace(3)], NONE);
  expect(placesOf(list.items)).toEqual([9, 8]);
});

it('keeps the newest two thousand, and says where the others begin', () => {
  const many = Array.from({ length: 2500 }, (_, i) => trace(i + 1));
  const list = withChanges({ items: [], next: null }, many, NONE);
  expect([list.items.length, list.items[0]?.place, list.next]).toEqual([2000, 2500, '501']);
});

it('drops a trace that fits the filter no more', () => {
  const filter = readLiveFilter(new URLSearchParams('show=fail'));
  const before = { items: [trace(1, { verdict: 'fail' })], next: null };
  expect(withChanges(before, [trace(1, { verdict: 'pass' })], filter).items).toEqual([]);
});

it('reads a filter from the address, and asks the server for the same', () => {
  const filter = readLiveFilter(new URLSearchParams('show=unreadable&tool=a&text=Where&x=1'));
  expect(filterQuery(filter)).toBe('outcome=unreadable&tool=a&text=Where');
  expect(filterQuery(readLiveFilter(new URLSearchParams('show=nonsense')))).toBe('');
  const summary = { question: 'where is it?', tools: ['a'] } as unknown as LiveSummary;
  expect(isShown(filter, trace(1, { outcome: 'unreadable', summary }))).toBe(true);
  expect(isShown(filter, trace(1, { outcome: 'unreadable' }))).toBe(false);
});
