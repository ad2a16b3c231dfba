// Finds the rows of a text that contain a term. Rows end where a table says; a term never spans two rows, because it has
// no line feed and each row ends with one.

/** Whether the bytes between the first and the last of a term are equal; both of these were compared before. */
// @inline
function isTermAt(at: usize, term: usize, length: usize): bool {
  for (let i: usize = 1; i + 1 < length; i++)
    if (load<u8>(at + i) != load<u8>(term + i)) return false;
  return true;
}

/**
 * Raises the mark of each row that contains the term from `round` to `round + 1`, and returns how many rows that are. The
 * text needs 16 more bytes behind its end that may be read.
 */
export function search(
  text: usize,
  textEnd: usize,
  term: usize,
  length: usize,
  rowEnds: usize,
  marks: usize,
  round: u32,
): u32 {
  const first = i8x16.splat(load<i8>(term));
  const last = i8x16.splat(load<i8>(term + length - 1));
  const end = textEnd - length + 1;
  let count: u32 = 0;
  let row: usize = 0;
  let rowEnd: usize = text + load<u32>(rowEnds);
  let at = text;
  while (at < end) {
    let hits: i32 = i8x16.bitmask(
      v128.and(i8x16.eq(v128.load(at), first), i8x16.eq(v128.load(at + length - 1), last)),
    );
    let next = at + 16;
    while (hits != 0) {
      const place = at + <usize>ctz(hits);
      if (place >= end) return count;
      hits &= hits - 1;
      if (!isTermAt(place, term, length)) continue;
      while (place >= rowEnd) {
        row++;
        rowEnd = text + load<u32>(rowEnds + (row << 2));
      }
      if (load<u8>(marks + row) == round) {
        store<u8>(marks + row, round + 1);
        count++;
      }
      // The rest of this row cannot change anything.
      next = rowEnd;
      break;
    }
    at = next;
  }
  return count;
}
