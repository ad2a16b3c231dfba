const LF = 0x0a;

/** How many lines end in a range of bytes. */
export function countLines(bytes: Buffer, from: number, to: number): number {
  // A range without a line feed is not searched beyond its end.
  const range = bytes.subarray(from, to);
  let lines = 0;
  for (let at = range.indexOf(LF); at >= 0; at = range.indexOf(LF, at + 1)) lines += 1;
  return lines;
}
