import type { FetchLike } from '@modelcontextprotocol/client';

const LONGEST_ANSWER = 16 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const BLANK_LINE = /\r?\n\r?\n|\r\r/;

/** Fetches from one origin only, and gives up on an answer, or on one event of a stream, of more than 16 MiB. */
export function boundedFetch(origin: string): FetchLike {
  return async (input, init) => {
    let url = new URL(input);
    for (let redirects = 0; ; redirects++) {
      if (url.origin !== origin) throw new Error(`leads to another origin: ${url.origin}`);
      const response = await fetch(url, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) {
        return bounded(response);
      }
      await response.body?.cancel();
      if (redirects === MOST_REDIRECTS)
        throw new Error(`redirects more than ${MOST_REDIRECTS} times`);
      // Any other redirect would turn a request with a message into one without.
      if (response.status !== 307 && response.status !== 308) {
        throw new Error(
          `redirects with status ${response.status}, of which only 307 and 308 are followed`,
        );
      }
      url = new URL(location, url);
    }
  };
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      // An event ends with a blank line; a stream may send any number of them.
      const ends = isStream && BLANK_LINE.test(Buffer.from(chunk).toString('latin1'));
      length = ends ? 0 : length + chunk.byteLength;
      if (length > LONGEST_ANSWER)
        controller.error(new Error('sent an answer of more than 16 MiB'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}
