import { compareShares, type SharePair } from './compare-shares.ts';
import type { RateDrift, RateId } from './drift-report.ts';
import { type PileSums, RATE_IDS } from './pile-sums.ts';
import type { RateSums } from './rate-sums.ts';

const ANY_CHANGE = { num: 0n, den: 1n };

/** How shares of runs changed that are not about one tool; those that both piles record are tested together. */
export function compareRates(before: PileSums, after: PileSums): readonly RateDrift[] {
  const sums = RATE_IDS.map((id) => ({ id, first: sumsOf(before, id), other: sumsOf(after, id) }));
  const measured = sums.filter(({ first, other }) => first.n > 0 && other.n > 0);
  const pairs = measured.map(({ first, other }): SharePair => ({
    before: { k: first.k, n: first.n },
    after: { k: other.k, n: other.n },
  }));
  const changes = compareShares(pairs, ANY_CHANGE);
  const byId = new Map(measured.map(({ id }, at) => [id, changes[at]]));
  return sums.map(({ id, first, other }) => ({
    id,
    change: byId.get(id) ?? null,
    lacking: { before: first.lacking, after: other.lacking },
    where: { before: first.where, after: other.where },
  }));
}

function sumsOf({ rates }: PileSums, id: RateId): RateSums {
  return rates.get(id) as RateSums;
}
