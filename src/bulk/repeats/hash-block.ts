import type { RunHashes } from '../scanner/hash-set.ts';

/** Hashes are partitioned by the first bits of their upper halves. */
export const PARTITIONS = 256;
const PARTITION_SHIFT = 24;

/** Hashes sorted by partition. */
export interface HashBlock {
  readonly hashes: RunHashes;
  /** Where each partition begins, and behind the last one the end; in words. */
  readonly starts: Uint32Array;
}

/** Sorts hashes by partition. */
export function sortByPartition(hashes: RunHashes): HashBlock {
  const starts = new Uint32Array(PARTITIONS + 1);
  for (let at = 1; at < hashes.length; at += 2) starts[(hashes[at]! >>> PARTITION_SHIFT) + 1]! += 2;
  for (let i = 1; i <= PARTITIONS; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const sorted = new Uint32Array(hashes.length);
  for (let at = 0; at < hashes.length; at += 2) {
    const high = hashes[at + 1]!;
    const partition = high >>> PARTITION_SHIFT;
    const place = next[partition]!;
    sorted[place] = hashes[at]!;
    sorted[place + 1] = high;
    next[partition] = place + 2;
  }
  return { hashes: sorted, starts };
}
