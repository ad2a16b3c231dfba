import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstSeen } from './first-seen.ts';

it('names come in order of first appearance: run, then place', () => {
  const seen = new FirstSeen();
  seen.add('late', 2, 0);
  seen.add('second', 1, 5);
  seen.add('first', 1, 2);
  seen.add('late', 1, 7);
  seen.add('first', 3, 0);
  expect(seen.texts()).toEqual(['first', 'second', 'late']);
});

it('a text is that of the first appearance', () => {
  const seen = new FirstSeen();
  seen.add('about', 4, 0, 'run 4');
  seen.add('about', 2, 1, 'run 2');
  seen.add('about', 2, 2, 'run 2 again');
  expect(seen.texts()).toEqual(['run 2']);
  expect(seen.isFirst('about', 3, 0)).toBe(false);
  expect(seen.isFirst('about', 1, 9)).toBe(true);
  expect(seen.isFirst('other', 9, 9)).toBe(true);
});

it('names of object members are names', () => {
  const seen = new FirstSeen();
  for (const [i, name] of ['constructor', '__proto__', 'toString'].entries()) seen.add(name, 1, i);
  expect(seen.texts()).toEqual(['constructor', '__proto__', 'toString']);
});

it('in any order of arrival it lists what sorting first and cutting last would', () => {
  const item = fc.record({
    name: fc.integer({ min: 0, max: 30 }).map(String),
    run: fc.nat(9),
    place: fc.nat(9),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (all, cap) => {
      const seen = new FirstSeen(cap);
      for (const { name, run, place } of all) seen.add(name, run, place, `${name}@${run}.${place}`);
      const sorted = all
        .map(({ name, run, place }) => ({
          name,
          at: run * 10 + place,
          text: `${name}@${run}.${place}`,
        }))
        .sort((a, b) => a.at - b.at);
      const first = sorted.filter(
        ({ name }, i) => sorted.findIndex((other) => other.name === name) === i,
      );
      const texts = seen.texts();
      const places = texts.map((text) => first.find((each) => each.text === text)?.at);
      // Names at one and the same place have no order among them.
      expect(places).toEqual(first.slice(0, cap).map(({ at }) => at));
    }),
    { numRuns: 1000 },
  );
});
