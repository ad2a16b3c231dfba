import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The text of a request body; null where it is packed in a way that is not known, or too large. */
export function unpackBody(
  body: Buffer,
  encoding: string | undefined,
  maxOutputLength: number,
): string | null {
  try {
    if (encoding === undefined || encoding === '' || encoding === 'identity')
      return body.toString('utf8');
    if (encoding === 'gzip') return gunzipSync(body, { maxOutputLength }).toString('utf8');
    if (encoding === 'deflate') return inflateSync(body, { maxOutputLength }).toString('utf8');
    if (encoding === 'br') return brotliDecompressSync(body, { maxOutputLength }).toString('utf8');
  } catch {
    return null;
  }
  return null;
}
