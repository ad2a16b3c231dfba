/** A hash of an id in 32 bits. Different ids may have the same: what has it must be compared. */
export function hashId(id: string, seed: number = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < id.length; at += 1) {
    hash ^= id.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
