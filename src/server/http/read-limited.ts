import { Problem } from './problem.ts';

/** The body of a request, up to a limit. */
export async function readLimited(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw new Problem(413, `the body is longer than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    // The only other failure is a sender that went away.
    throw error instanceof Problem ? error : new Problem(400, 'the body was cut off');
  }
  return Buffer.concat(chunks);
}
