/** Two things at most are chosen: a third replaces the one that was chosen first. */
export function togglePair(pair: readonly number[], id: number): readonly number[] {
  return pair.includes(id) ? pair.filter((each) => each !== id) : [...pair, id].slice(-2);
}
