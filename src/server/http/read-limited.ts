import { Problem } from './problem.ts';

/** The body of a request, up to a limit. */
export async function readLimited(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLong = (): Problem => new Problem(413, `the body is longer than ${maxBytes} bytes`);
  // A body that says so is not waited for.
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw tooLong();
      chunks.push(chunk);
    }
  } catch (error) {
    // The only other failure is a sender that went away.
    throw error instanceof Problem ? error : new Problem(400, 'the body was cut off');
  }
  return Buffer.concat(chunks);
}
