import { UserError } from '#core';
import { readVersionAt } from '#dataset';
import type { WeightChoice } from './weighted-sums.ts';

/** The column that rows of committed versions have. */
const COLUMN = 'weight';

/**
 * How the shares of an eval are reweighted: by the column that the suite names, else by the weights of a committed
 * version of a stratified sample. A column called `weight` in any other dataset moves nothing by itself.
 */
export function chooseWeights(written: string | null, dataset: string): WeightChoice {
  if (written === 'none') return { column: COLUMN, isHeadline: false };
  if (written !== null) return { column: written, isHeadline: true };
  const stored = readVersionAt(dataset);
  if (stored === null) return { column: COLUMN, isHeadline: false };
  if (!stored.ok) throw new UserError([stored.issue]);
  return { column: COLUMN, isHeadline: stored.version.manifest.sampling.strata.length > 1 };
}
