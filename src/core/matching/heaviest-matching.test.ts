import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permutations } from '../fixtures/brute-force.ts';
import { heaviestMatching } from './heaviest-matching.ts';

type Weights = readonly (readonly (bigint | null)[])[];

function bestByTrying(weights: Weights): bigint | null {
  let best: bigint | null = null;
  for (const columns of permutations(weights.length)) {
    let total: bigint | null = 0n;
    weights.forEach((row, i) => {
      const weight = row[columns[i]!]!;
      total = total === null || weight === null ? null : total + weight;
    });
    if (total !== null && (best === null || total > best)) best = total;
  }
  return best;
}

describe('the heaviest perfect matching', () => {
  it('is not what taking the best of each row in turn gives', () => {
    // Row by row: 3 + 0. Best: 2 + 3.
    expect(
      heaviestMatching([
        [3n, 2n],
        [3n, 0n],
      ]),
    ).toEqual({ total: 5n, columnOf: [1, 0] });
  });

  it('of nothing is empty; without a perfect one there is none', () => {
    expect(heaviestMatching([])).toEqual({ total: 0n, columnOf: [] });
    expect(heaviestMatching([[null]])).toBeNull();
    expect(
      heaviestMatching([
        [1n, null],
        [1n, null],
      ]),
    ).toBeNull();
  });

  it('takes a light edge where a heavy one would leave a row alone', () => {
    expect(
      heaviestMatching([
        [100n, 1n],
        [1n, null],
      ]),
    ).toEqual({ total: 2n, columnOf: [1, 0] });
  });

  it('equals the best of all orders, for any weights', () => {
    const weight = fc.option(fc.oneof(fc.bigInt(0n, 4n), fc.bigInt(0n, 10n ** 30n)), { freq: 4 });
    const matrix = fc
      .integer({ min: 0, max: 5 })
      .chain((n) =>
        fc.array(fc.array(weight, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
      );
    fc.assert(
      fc.property(matrix, (weights) => {
        const result = heaviestMatching(weights);
        expect(result?.total ?? null).toBe(bestByTrying(weights));
        if (result === null) return;
        expect(result.columnOf.toSorted((a, b) => a - b)).toEqual(weights.map((_, i) => i));
        const sum = result.columnOf.reduce((all, column, row) => all + weights[row]![column]!, 0n);
        expect(sum).toBe(result.total);
      }),
      { numRuns: 1000 },
    );
  });
});
