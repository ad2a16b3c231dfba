import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request to a path below our address. */
export type Serve = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** A server on this machine alone, at an address that cannot be guessed. */
export interface Loopback {
  /** Without a slash at its end. */
  readonly url: string;
  /** Waits for what is under way, but not for streams. */
  close(): Promise<void>;
}

const MAX_WAIT_MS = 2000;

/** Opens a server on a free port of 127.0.0.1. */
export async function openLoopback(serve: Serve): Promise<Loopback> {
  const token = randomBytes(18).toString('base64url');
  const prefix = `/${token}/`;
  const listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(prefix)) {
      response.writeHead(404).end();
      return;
    }
    serve(path.slice(prefix.length), request, response).catch(() => response.destroy());
  };
  const server = createServer(listener);
  // A stream of events may be silent for as long as it likes.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${token}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), MAX_WAIT_MS);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** The whole body of a request; null when it is longer than allowed. */
export async function readRequest(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
