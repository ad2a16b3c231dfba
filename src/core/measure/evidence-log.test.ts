import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EvidenceLog } from './evidence-log.ts';

it('keeps the first items by run and place, and counts all', () => {
  const log = new EvidenceLog<string>(2);
  log.add(3, 0, 'd');
  log.add(1, 4, 'b');
  log.add(2, 0, 'c');
  log.add(1, 1, 'a');
  expect(log.first()).toEqual([
    { run: 1, place: 1, item: 'a' },
    { run: 1, place: 4, item: 'b' },
  ]);
  expect(log.total).toBe(4);
});

it('says which items it still wants, so that costly ones need not be built', () => {
  const log = new EvidenceLog<string>(1);
  expect(log.wants(9, 9)).toBe(true);
  log.add(2, 3, 'x');
  log.add(2, 5, 'y');
  expect(log.wants(3, 0)).toBe(false);
  expect(log.wants(2, 4)).toBe(false);
  expect(log.wants(2, 2)).toBe(true);
  expect(log.wants(1, 9)).toBe(true);
  log.skip();
  expect(log.total).toBe(3);
});

it('one run with a million items builds only a few', () => {
  const log = new EvidenceLog<number>();
  let built = 0;
  for (let place = 0; place < 1_000_000; place++) {
    if (log.wants(1, place)) {
      built++;
      log.add(1, place, place);
    } else log.skip();
  }
  expect(built).toBe(100);
  expect(log.total).toBe(1_000_000);
  expect(log.first().map(({ item }) => item)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

it('in any order of arrival it equals sorting all and cutting, asked or not', () => {
  const places = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(5)), {
    selector: ([run, place]) => run * 10 + place,
    maxLength: 80,
  });
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 8 }), fc.boolean(), (all, cap, asks) => {
      const log = new EvidenceLog<string>(cap);
      for (const [run, place] of all) {
        if (asks && !log.wants(run, place)) log.skip();
        else log.add(run, place, `${run}.${place}`);
      }
      const sorted = all
        .toSorted(([a, b], [c, d]) => a - c || b - d)
        .map(([run, place]) => ({ run, place, item: `${run}.${place}` }));
      expect(log.first()).toEqual(sorted.slice(0, cap));
      expect(log.total).toBe(all.length);
    }),
    { numRuns: 500 },
  );
});
