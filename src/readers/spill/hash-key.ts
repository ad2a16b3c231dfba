/** A hash of a key, of 32 bits; another `level` is another hash. */
export function hashKey(key: string, level: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(level + 1, 0x9e3779b1);
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
