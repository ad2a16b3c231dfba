import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UserError } from '#core';
import { errorCode } from '#platform';
import { serverIssue } from '../codes.ts';
import type { App } from './create-app.ts';

/** A server that accepts connections. */
export interface Listening {
  readonly port: number;
  /** Ends after the requests under way; streams are cut. */
  close(): Promise<void>;
}

const MAX_CLOSE_MS = 2000;

/** Listens on an address. The port is only known then, so the application is made with it. */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  appFor: (port: number) => App,
): Promise<Listening> {
  let app: App | null = null;
  const server = createAdaptorServer({
    fetch: (request, env) => (app as App).fetch(request, env as never),
  });
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
        const cut = (): void =>
          'closeAllConnections' in server ? server.closeAllConnections() : undefined;
        const timer = setTimeout(cut, MAX_CLOSE_MS);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        if ('closeIdleConnections' in server) server.closeIdleConnections();
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
