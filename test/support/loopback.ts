import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ApiContext } from '#platform';

/** A request that came in. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: { readonly [key: string]: unknown } | null;
}

/** What goes back: a whole answer, or half of one and then a closed or a silent connection. */
export interface Reply {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
  readonly ends?: 'whole' | 'cut' | 'silent';
}

/** A server on this machine until the test is over. */
export async function serve(
  reply: (seen: Seen, count: number) => Reply,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://loopback');
      const text = Buffer.concat(chunks).toString('utf8');
      const one: Seen = {
        method: request.method ?? '',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as Seen['body']),
      };
      seen.push(one);
      send(response, reply(one, seen.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', ends = 'whole' }: Reply,
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (ends === 'whole') response.end(text);
  else {
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => {
      if (ends === 'cut') response.destroy();
    });
  }
}

/** A world with variables of its own, in which waiting takes no time and is noted. */
export function world(
  env: { readonly [name: string]: string },
  more: Partial<ApiContext> = {},
): ApiContext & { readonly waits: number[] } {
  const waits: number[] = [];
  const variables = new Map(Object.entries(env));
  return {
    env: (name) => variables.get(name),
    fetch,
    sleep: async (durationMs) => {
      waits.push(durationMs);
    },
    now: () => new Date('2026-04-01T12:00:00Z'),
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    ...more,
    waits,
  };
}
