import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { NEVER, session } from '../../../test/servers/mcp.ts';
import { startOAuthServer } from '../../../test/servers/oauth-server.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Throws while nothing listens. */
async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

it('speaks the older SSE to a server that has nothing else', async () => {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@modelcontextprotocol/server-everything/package.json'));
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, 'dist/index.js'), 'sse'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  onTestFinished(() => void server.kill());
  await vi.waitFor(() => reach(port), 20_000);
  const opened = await session({
    all: {
      kind: 'http',
      url: `http://127.0.0.1:${port}/sse`,
      headers: {},
      isSse: true,
      restart: 'never',
    },
  });
  const echo = opened.tools.find(({ name }) => name === 'echo');
  if (echo === undefined) throw new Error('there is no echo');
  expect((await opened.call(echo, { message: 'hello' }, NEVER)).text).toContain('hello');
});

it('gets a token for a secret, at the issuer that the suite names', async () => {
  const server = await startOAuthServer('s3cret-of-client');
  onTestFinished(() => server.close());
  const oauth = {
    grant: 'client_credentials',
    clientId: 'client',
    clientSecret: 's3cret-of-client',
    issuer: server.issuer,
  } as const;
  const spec = { kind: 'http', url: server.url, headers: {}, restart: 'never' } as const;
  const opened = await session({ guarded: { ...spec, oauth } });
  const [look] = opened.tools;
  expect((await opened.call(look!, {}, NEVER)).text).toBe('found');
  expect(server.grants).toEqual(['client_credentials']);
});

it.each([
  ['a wrong secret', { clientSecret: 'wrong-secret' }],
  ['another issuer', { issuer: 'http://127.0.0.1:9' }],
])('is an error with %s, which is not shown', async (_what, more) => {
  const server = await startOAuthServer('s3cret-of-client');
  onTestFinished(() => server.close());
  const oauth = {
    grant: 'client_credentials',
    clientId: 'client',
    clientSecret: 's3cret-of-client',
    issuer: server.issuer,
    ...more,
  } as const;
  const spec = { kind: 'http', url: server.url, headers: {}, restart: 'never' } as const;
  const opened = session({ guarded: { ...spec, oauth } });
  await expect(opened).rejects.toMatchObject({ issue: { code: 'MCP_START' } });
  await opened.catch((error: unknown) => {
    expect(String(error)).not.toContain(oauth.clientSecret);
  });
  // The secret goes to no other issuer than the one that the suite names.
  if ('issuer' in more) expect(server.grants).toEqual([]);
});
