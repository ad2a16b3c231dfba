/** How bytes are packed. */
export type Pack = 'gzip' | 'zstd';

/** How many bytes `detectPack` wants to see, when there are so many. */
export const MAGIC_BYTES = 4;

/** What the first bytes of a file say about how it is packed; null when it is not. */
export function detectPack(head: Buffer): Pack | null {
  const hex = head.toString('hex', 0, MAGIC_BYTES);
  // Only with Deflate (08), the one method there ever was, are two bytes a sure sign.
  if (hex.startsWith('1f8b08')) return 'gzip';
  // A file may begin with a frame to skip, as parallel packers write it.
  return hex === '28b52ffd' || /^5[\da-f]2a4d18$/.test(hex) ? 'zstd' : null;
}
