import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { UserError } from '#core';
import { errorCode } from '#platform';
import { serverIssue } from '../issues/codes.ts';
import { withSafety } from '../access/response-headers.ts';
import type { App } from './create-app.ts';
import { Problem, problemAnswer } from './problem.ts';

/** A server that accepts connections. */
export interface Listening {
  readonly port: number;
  /** Ends after the requests under way; streams are cut. */
  close(): Promise<void>;
}

const MAX_CLOSE_MS = 2000;
/** Longer than senders of spans pause: a connection that both sides close at the same moment loses a request. */
const KEEP_ALIVE_MS = 65_000;

/** Listens on an address. The port is only known then, so the application is made with it. */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  appFor: (port: number) => App,
): Promise<Listening> {
  let app: App | null = null;
  const answer = getRequestListener((request, env) => (app as App).fetch(request, env), {
    // What is not even a request, such as one without a host, does not reach the application.
    errorHandler: () => withSafety(problemAnswer(new Problem(400, 'this request cannot be read'))),
  });
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  app = appFor(actual);
  return {
    port: actual,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), MAX_CLOSE_MS);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function explain(error: unknown, host: string, port: number): unknown {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new UserError([
      serverIssue('SERVE_PORT', `port ${port} is in use`, {
        hint: 'choose another with --port, or 0 for any free one',
      }),
    ]);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES')
    return new UserError([serverIssue('SERVE_PORT', `cannot listen on ${host}:${port} (${code})`)]);
  return error;
}
