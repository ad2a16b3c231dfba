import { constants, open } from 'node:fs/promises';
import type { ChatImage } from '#drivers';

/** What providers take as one image at most, in whatever way it is sent. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The first bytes of the kinds of images that all providers take. */
const KINDS: readonly (readonly [mediaType: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** An image as models are sent it, or why that file is none. */
export async function readImage(path: string): Promise<ChatImage | string> {
  let bytes: Buffer;
  try {
    // A pipe without a writer must not be waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return 'is not a file';
      const { size } = facts;
      if (size > MAX_BYTES) return `has ${size} bytes, and ${MAX_BYTES} is the limit`;
      bytes = await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    return `cannot be read (${String((error as NodeJS.ErrnoException).code)})`;
  }
  const start = bytes.subarray(0, 12).toString('latin1');
  const mediaType = KINDS.find(([, form]) => form.test(start))?.[0];
  if (mediaType === undefined) return 'is not a PNG, JPEG, GIF or WebP image';
  return { type: 'image', mediaType, data: bytes.toString('base64') };
}
