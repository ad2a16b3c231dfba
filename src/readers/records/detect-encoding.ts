/** What the first bytes of a file say: how many to skip, or which encoding it is that we do not read. */
export type DetectedEncoding =
  | { readonly ok: true; readonly skip: number }
  | { readonly ok: false; readonly name: string; readonly advice: string };

/** How many bytes `detectEncoding` needs, if there are as many. */
export const HEAD_BYTES = 4;

const TEXT = 'save it as UTF-8';
const PACKED = 'unpack it first';
const ARCHIVE = 'save it as a file whose name ends in .zip or .eval';

/** First bytes in hexadecimal, longer marks before the shorter marks that they start with. */
const MARKS: readonly (readonly [mark: RegExp, name: string, advice: string])[] = [
  [/^(?:fffe0000|0000feff)/, 'UTF-32', TEXT],
  [/^(?:fffe|feff)/, 'UTF-16', TEXT],
  [/^1f8b/, 'gzip', PACKED],
  [/^28b52ffd/, 'zstd', PACKED],
  [/^504b(?:0304|0506)/, 'zip', ARCHIVE],
  // Without a mark: JSON begins with ASCII, and zeros around its first character show its width.
  [/^(?:(?!00)..000000|000000(?!00)..)/, 'UTF-32', TEXT],
  [/^(?:(?!00)..00|00(?!00)..)/, 'UTF-16', TEXT],
];

/** Recognises a byte order mark of UTF-8, and files that are not UTF-8 text. */
export function detectEncoding(head: Buffer): DetectedEncoding {
  const hex = head.toString('hex', 0, HEAD_BYTES);
  if (hex.startsWith('efbbbf')) return { ok: true, skip: 3 };
  const match = MARKS.find(([mark]) => mark.test(hex));
  return match === undefined
    ? { ok: true, skip: 0 }
    : { ok: false, name: match[1], advice: match[2] };
}
