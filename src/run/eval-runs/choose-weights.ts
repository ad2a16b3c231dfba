import { UserError, type WeightChoice } from '#core';
import { readVersionAt } from '#dataset';

/** The column that rows of committed versions have. */
const COLUMN = 'weight';

/**
 * How the shares of an eval are reweighted: by the column that the suite names, otherwise by the weights of a committed
 * version of a stratified sample. A column called `weight` in any other dataset moves nothing by itself.
 * Throws a UserError for a committed version whose content was changed.
 */
export function chooseWeights(written: string | null, dataset: string): WeightChoice {
  const stored = readVersionAt(dataset);
  // A version is checked whenever it is used, whatever weighs its rows.
  if (stored?.ok === false) throw new UserError([stored.issue]);
  if (written === 'none') return { column: COLUMN, isHeadline: false };
  if (written !== null) return { column: written, isHeadline: true };
  if (stored === null) return { column: COLUMN, isHeadline: false };
  // Of a single stratum that was drawn from, all rows speak for the same.
  const drawn = stored.version.manifest.sampling.strata.filter(({ sampled }) => sampled > 0);
  return { column: COLUMN, isHeadline: drawn.length > 1 };
}
