import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf } from './agreement.ts';

/** The pairs of a table of counts. */
function pairsOf(table: readonly (readonly number[])[]): [string, string][] {
  return table.flatMap((row, i) =>
    row.flatMap((count, j) =>
      Array.from({ length: count }, (): [string, string] => [`c${i}`, `c${j}`]),
    ),
  );
}

describe('the agreement of two reviewers', () => {
  it('R50 and R51: a table of two categories', () => {
    const { raw, kappa, ac1, scottPi } = agreementOf(
      pairsOf([
        [20, 5],
        [10, 15],
      ]),
    );
    expect(raw?.value).toBeCloseTo(0.7, 9);
    expect(kappa?.value).toBeCloseTo(0.4, 6);
    expect(kappa?.error).toBeCloseTo(0.126996, 6);
    expect(ac1?.value).toBeCloseTo(0.405941, 6);
    expect(scottPi?.value).toBeCloseTo(0.393939, 6);
  });

  it('R52: a table of three categories', () => {
    const { kappa, ac1 } = agreementOf(
      pairsOf([
        [10, 2, 1],
        [3, 12, 2],
        [0, 1, 9],
      ]),
    );
    expect(kappa?.value).toBeCloseTo(0.659091, 6);
    expect(kappa?.error).toBeCloseTo(0.100488, 6);
    expect(ac1?.value).toBeCloseTo(0.664492, 6);
  });

  it('R53: the paradox of kappa', () => {
    const { raw, kappa, ac1, pabak } = agreementOf(
      pairsOf([
        [90, 5],
        [5, 0],
      ]),
    );
    expect(raw?.value).toBeCloseTo(0.9, 9);
    expect(kappa?.value).toBeCloseTo(-0.052632, 6);
    expect(ac1?.value).toBeCloseTo(0.889503, 6);
    expect(pabak).toBeCloseTo(0.8, 9);
  });

  it('is told by category: 2 of both over what each gave', () => {
    const { categories } = agreementOf([
      ['search', 'search'],
      ['search', 'fetch'],
      ['(none)', 'search'],
    ]);
    expect(categories).toEqual([
      { category: '(none)', first: 1, second: 0, both: 0, agreement: 0 },
      { category: 'fetch', first: 0, second: 1, both: 0, agreement: 0 },
      { category: 'search', first: 2, second: 2, both: 1, agreement: 0.5 },
    ]);
  });

  it('is not defined without variation, and never 1 by default', () => {
    const item = agreementOf([
      ['a', 'a'],
      ['a', 'a'],
    ]);
    expect(item.raw?.value).toBe(1);
    expect([item.kappa, item.ac1, item.scottPi, item.pabak]).toEqual([null, null, null, null]);
    const none = agreementOf([]);
    expect([none.raw, none.kappa, none.ac1, none.pabak]).toEqual([null, null, null, null]);
  });

  it('takes any name for a category', () => {
    expect(
      agreementOf([
        ['__proto__', '__proto__'],
        ['constructor', '__proto__'],
      ]).agreed,
    ).toBe(1);
  });

  it('has intervals close to each other where kappa and pi are, and wider ones with fewer items', () => {
    const { kappa, scottPi } = agreementOf(
      pairsOf([
        [200, 50],
        [50, 200],
      ]),
    );
    // Equal margins: kappa and pi are the same number, one error by formula, the other by leaving items out.
    expect(scottPi?.value).toBeCloseTo(kappa!.value, 9);
    expect(scottPi?.error).toBeCloseTo(kappa!.error, 3);
  });

  it('has intervals that end where a coefficient can', () => {
    const high = agreementOf(
      pairsOf([
        [9, 0],
        [1, 10],
      ]),
    );
    const low = agreementOf(
      pairsOf([
        [0, 9],
        [10, 1],
      ]),
    );
    for (const item of [high.kappa!, high.ac1!, high.scottPi!]) {
      expect(item.value + 1.96 * item.error).toBeGreaterThan(1);
      expect(item.interval[1]).toBe(1);
    }
    for (const item of [low.kappa!, low.ac1!, low.scottPi!]) {
      expect(item.value - 1.96 * item.error).toBeLessThan(-1);
      expect(item.interval[0]).toBe(-1);
    }
  });

  it('does not depend on the order of items or on who comes first', () => {
    const label = fc.constantFrom('a', 'b', 'c');
    const pairs = fc.array(fc.tuple(label, label), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(pairs, (all) => {
        const result = agreementOf(all);
        expect(agreementOf([...all].reverse())).toEqual(result);
        const swapped = agreementOf(all.map(([a, b]) => [b, a]));
        expect(swapped.kappa?.value ?? null).toBeOneOf([
          result.kappa === null ? null : expect.closeTo(result.kappa.value, 9),
        ]);
      }),
    );
  });
});
