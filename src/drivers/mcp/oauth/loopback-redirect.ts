import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATH = '/callback';
const PAGE = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>whichtool</title><p>${text}</p>`;

/** Where a browser is sent back to after signing in, on this machine alone. */
export interface LoopbackRedirect {
  readonly url: string;
  /** What the browser came back with. Rejects when the signal is aborted. */
  readonly parameters: Promise<URLSearchParams>;
  close(): void;
}

/** Listens for one return of the browser that has this state; others are refused and not waited for. */
export async function openLoopbackRedirect(
  state: string,
  port: number,
  signal: AbortSignal,
): Promise<LoopbackRedirect> {
  let settle: (parameters: URLSearchParams) => void = () => {};
  let fail: (reason: unknown) => void = () => {};
  const parameters = new Promise<URLSearchParams>((resolve, reject) => {
    [settle, fail] = [resolve, reject];
  });
  // The caller may give up before it waits.
  parameters.catch(() => {});
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isReturn = url.pathname === PATH && url.searchParams.get('state') === state;
    const text = isReturn ? 'You can close this page.' : 'This is not the sign-in that was begun.';
    response.writeHead(isReturn ? 200 : 400, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    response.end(PAGE(text));
    if (isReturn) settle(url.searchParams);
  });
  const abort = (): void => fail(signal.reason);
  signal.addEventListener('abort', abort);
  await listen(server, port);
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}${PATH}`,
    parameters,
    close() {
      signal.removeEventListener('abort', abort);
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
