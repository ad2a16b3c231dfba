// What identifies a run within a test: its id and its case, as a hash. Runs whose hashes differ are different runs; runs
// with one hash are compared by their records.
import {
  IDENTITIES,
  MAX_IDENTITIES,
  SCRATCH,
  SCRATCH_BYTES,
  WATCHED,
  WATCHED_BITS,
} from './layout';

const SPREAD: u64 = 0x9e3779b97f4a7c15;
const STIR: u64 = 0xc2b2ae3d27d4eb4f;

/** How many hashes were noted since they were last taken. */
export let identityCount: i32 = 0;
export function dropIdentities(): void {
  identityCount = 0;
}

/** Whether runs with some hashes are left to the reference. */
let isWatching: bool = false;
export function watch(): void {
  isWatching = true;
}

// @inline
function mix(hash: u64, word: u64): u64 {
  const mixed = (hash ^ word) * SPREAD;
  return mixed ^ (mixed >> 29);
}

/** The hash of a text, by its length and its first bytes; never 0. */
export function hashText(at: usize, length: i32): u64 {
  let hash = <u64>length * STIR;
  let left: i32 = length < SCRATCH_BYTES ? length : SCRATCH_BYTES;
  let from = at;
  while (left >= 8) {
    hash = mix(hash, load<u64>(from));
    from += 8;
    left -= 8;
  }
  if (left > 0) hash = mix(hash, load<u64>(from) & (((<u64>1) << ((<u64>left) << 3)) - 1));
  return mix(hash, STIR) | 1;
}

/**
 * The hash of what identifies a run of a test, by the hash of its id or number and that of its case (0 without one). Its
 * upper half is never 0.
 */
function identityOf(test: u32, name: u64, row: u64): u64 {
  const mixed = mix(mix(<u64>test * STIR, name), row) * STIR;
  return (mixed ^ (mixed >> 32)) | ((<u64>1) << 32);
}

/** Notes a run by the hashes of its id and case; false where the reference must parse it. */
// @inline
export function noteRun(test: u32, id: u64, row: u64): bool {
  const hash = identityOf(test, id, row);
  if (identityCount == MAX_IDENTITIES || (isWatching && isWatched(hash))) return false;
  store<u64>(IDENTITIES + ((<usize>identityCount) << 3), hash);
  identityCount++;
  return true;
}

function isWatched(hash: u64): bool {
  const bit = <u32>hash & (WATCHED_BITS - 1);
  return ((load<u8>(WATCHED + <usize>(bit >> 3)) >> <u8>(bit & 7)) & 1) != 0;
}

/**
 * Writes the hash of a run to the start of the scratch area. That holds the first bytes of its id or number, and behind
 * `SCRATCH_BYTES` those of its case; `rowBytes` is -1 for a run without a case.
 */
export function hashScratch(test: u32, nameBytes: i32, rowBytes: i32): void {
  const row: u64 = rowBytes < 0 ? 0 : hashText(SCRATCH + SCRATCH_BYTES, rowBytes);
  store<u64>(SCRATCH, identityOf(test, hashText(SCRATCH, nameBytes), row));
}
