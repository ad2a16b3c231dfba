import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestPairs, type Candidate } from './best-pairs.ts';

/** Every pairing there is, compared by the rule as it is written. */
function bruteForce(candidates: readonly (readonly Candidate[])[]): number[] {
  let best: number[] | null = null;
  const key = (pairs: readonly number[]): number[] => {
    const made = pairs.filter((call) => call !== -1).length;
    const equal = pairs.filter((call, at) =>
      candidates[at]!.some((item) => item.call === call && item.equal),
    ).length;
    return [-made, -equal, ...pairs.map((call) => (call === -1 ? Infinity : call))];
  };
  const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
    const at = a.findIndex((value, i) => value !== b[i]);
    return at !== -1 && a[at]! < b[at]!;
  };
  const visit = (pairs: readonly number[]): void => {
    const at = pairs.length;
    if (at === candidates.length) {
      if (best === null || isBefore(key(pairs), key(best))) best = [...pairs];
      return;
    }
    for (const { call } of candidates[at]!) if (!pairs.includes(call)) visit([...pairs, call]);
    visit([...pairs, -1]);
  };
  visit([]);
  return best!;
}

const candidates = fc.array(
  fc
    .uniqueArray(fc.record({ call: fc.nat(4), equal: fc.boolean() }), {
      selector: ({ call }) => call,
      maxLength: 5,
    })
    .map((list) => list.sort((a, b) => a.call - b.call)),
  { maxLength: 5 },
);

it('is the best pairing by the rule, whatever competes with whatever', () => {
  fc.assert(
    fc.property(candidates, (list) => {
      expect(bestPairs(list)).toEqual(bruteForce(list));
    }),
    { numRuns: 2000 },
  );
});

it('more pairs come before equal arguments', () => {
  const pairs = bestPairs([
    [
      { call: 0, equal: true },
      { call: 1, equal: false },
    ],
    [{ call: 0, equal: false }],
  ]);
  expect(pairs).toEqual([1, 0]);
});

it('a thousand calls of one tool are paired in reasonable time', () => {
  const list = Array.from({ length: 1000 }, (_, at) =>
    Array.from({ length: 1000 }, (__, call) => ({ call, equal: call === 999 - at })),
  );
  expect(new Set(bestPairs(list)).size).toBe(1000);
});
