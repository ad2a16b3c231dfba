/**
 * The weight of a term that `holders` of `total` documents have: 0 and up, more the rarer it is.
 * The usual formula has a logarithm, whose last digits differ between engines; this one has straight lines between powers of two.
 */
export function weightOfRarity(holders: number, total: number): number {
  let ratio = 1 + (total - holders + 0.5) / (holders + 0.5);
  let weight = 0;
  while (ratio >= 2) {
    ratio /= 2;
    weight++;
  }
  return weight + ratio - 1;
}
