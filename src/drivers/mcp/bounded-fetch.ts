import type { FetchLike } from '@modelcontextprotocol/client';
import { readNumbers, writeHeader, writeNumbers } from './exact-wire.ts';

const MAX_ANSWER_LENGTH = 16 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const BLANK_LINE = /\r?\n\r?\n|\r\r/;

/**
 * Fetches from these origins only, never from one to another, and gives up on an answer, or on one event of a stream, of more than 16 MiB. Numbers that
 * no double holds pass the client as marked texts.
 */
export function boundedFetch(...origins: readonly string[]): FetchLike {
  return async (input, init) => {
    let url = new URL(input);
    const origin = origins.find((known) => known === url.origin) ?? origins[0];
    for (let redirects = 0; ; redirects++) {
      if (url.origin !== origin) throw new Error(`leads to another origin: ${url.origin}`);
      const response = await fetch(url, { ...init, ...exactRequest(init), redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) {
        return bounded(response);
      }
      await response.body?.cancel();
      if (redirects === MAX_REDIRECTS)
        throw new Error(`redirects more than ${MAX_REDIRECTS} times`);
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
      if (length > MAX_ANSWER_LENGTH)
        controller.error(new Error('sent an answer of more than 16 MiB'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // What is read is decoded already, and may be longer than what was sent.
  headers.delete('content-length');
  headers.delete('content-encoding');
  const body = response.body.pipeThrough(limit).pipeThrough(exactLines());
  return new Response(body, { status, statusText, headers });
}

/** The parts of a request in which marked texts are numbers again. */
function exactRequest(init: RequestInit | undefined): RequestInit {
  if (typeof init?.body !== 'string') return {};
  const headers = new Headers(init.headers);
  for (const [name, value] of headers) headers.set(name, writeHeader(value));
  return { body: writeNumbers(init.body), headers };
}

/** Marks numbers line by line: no string of JSON goes over the end of one, and no event is kept back. */
function exactLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let parts: string[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      // Also a carriage return ends a line of a stream of events.
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      if (end === 0) {
        parts.push(text);
        return;
      }
      const lines = parts.join('') + text.slice(0, end);
      parts = [text.slice(end)];
      controller.enqueue(encoder.encode(markLines(lines)));
    },
    flush(controller) {
      controller.enqueue(encoder.encode(markLines(parts.join('') + decoder.decode())));
    },
  });
}

/** Fields of events other than data are not JSON. */
function markLines(text: string): string {
  return text
    .split(/(?<=[\r\n])/)
    .map((line) => (/^(?:id|event|retry):/.test(line) ? line : readNumbers(line)))
    .join('');
}
