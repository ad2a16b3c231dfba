/** Moves the entries of a map to other maps; `indexOf` says by the key which of them. */
export function divideMap<K, V>(
  map: Map<K, V>,
  targets: readonly Map<K, V>[],
  indexOf: (key: K) => number,
): void {
  for (const [key, value] of map) targets[indexOf(key)]!.set(key, value);
  map.clear();
}
