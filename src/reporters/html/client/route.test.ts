import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from './items.ts';
import { formatRoute, parseRoute } from './route.ts';

function item(place: number, kind: Item['kind'], name: string): Item {
  return {
    place,
    kind,
    verdict: 'pass',
    name,
    runs: 1,
    errors: 0,
    gate: null,
    missed: [],
    unexpected: [],
    others: [],
  };
}

test('a name leads back to its test, whatever it holds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1 }), (names) => {
      const items = names.map((name, place) => item(place, 'test', name));
      for (const entry of items) {
        const route = formatRoute(entry, items, null);
        expect(route).toMatch(/^[\w%=+.*-]*$/);
        expect(parseRoute(`#${route}`, items).place).toBe(entry.place);
      }
    }),
  );
});

test('a test and an eval of one name are told apart', () => {
  const items = [item(0, 'eval', 'orders'), item(1, 'test', 'orders')];
  expect(items.map((entry) => formatRoute(entry, items, null))).toEqual([
    'eval=orders',
    'test=orders',
  ]);
});

test('names that occur twice or are very long are linked by place', () => {
  const items = [item(0, 'test', 'a'), item(1, 'test', 'a'), item(2, 'test', 'b'.repeat(5000))];
  for (const entry of items) {
    const route = formatRoute(entry, items, null);
    expect(route).toBe(`row=${entry.place + 1}`);
    expect(parseRoute(route, items).place).toBe(entry.place);
  }
});

test('a case is part of the address', () => {
  const items = [item(0, 'eval', 'orders')];
  expect(formatRoute(items[0]!, items, 'order 2&x')).toBe('eval=orders&case=order+2%26x');
  expect(parseRoute('#eval=orders&case=order+2%26x', items)).toEqual({
    place: 0,
    case: 'order 2&x',
  });
});

test('an address that leads nowhere opens nothing', () => {
  const items = [item(0, 'test', 'a')];
  for (const hash of ['', '#', '#test=gone', '#row=0', '#row=2', '#row=x', '#%', '#case=1']) {
    expect(parseRoute(hash, items)).toEqual({ place: null, case: null });
  }
  expect(parseRoute('#overview', items)).toEqual({ place: 'overview', case: null });
});
