/** The first place where bytes are not UTF-8; `cut` when all that is wrong is that they end inside a character. */
export interface InvalidUtf8 {
  readonly at: number;
  readonly cut: boolean;
}

/** Finds the first invalid byte sequence of a range, or null; slow, for bytes that are known to be bad. */
export function findInvalidUtf8(bytes: Buffer, start: number, end: number): InvalidUtf8 | null {
  let at = start;
  while (at < end) {
    const lead = bytes[at]!;
    const length = sequenceLength(lead);
    if (length === 0) return { at, cut: false };
    for (let next = 1; next < length; next++) {
      if (at + next >= end) return { at, cut: true };
      const [low, high] = next === 1 ? secondByteRange(lead) : CONTINUATION;
      const byte = bytes[at + next]!;
      if (byte < low || byte > high) return { at, cut: false };
    }
    at += length;
  }
  return null;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

const CONTINUATION = [0x80, 0xbf] as const;

/** Narrower after some lead bytes: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : CONTINUATION;
}
