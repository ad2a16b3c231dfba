import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NEVER, session } from '../../../test/servers/mcp.ts';
import { startOAuthServer } from '../../../test/servers/oauth-server.ts';
import { DriveError } from '../driver.ts';
import type { BrowserOAuth, HttpServer } from './server-spec.ts';
import { signIn } from './sign-in.ts';
import { keptSecrets, TokenStore, tokenFolder } from './oauth/token-store.ts';

let server: Awaited<ReturnType<typeof startOAuthServer>>;
let state: string;
const before = process.env['XDG_STATE_HOME'];

beforeEach(async () => {
  server = await startOAuthServer('s3cret-of-client');
  state = mkdtempSync(join(tmpdir(), 'whichtool-state-'));
  process.env['XDG_STATE_HOME'] = state;
});
afterEach(async () => {
  await server.close();
  rmSync(state, { recursive: true, force: true });
  if (before === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = before;
});

const oauthOf = (more: Partial<BrowserOAuth> = {}): BrowserOAuth => ({
  grant: 'authorization_code',
  issuer: server.issuer,
  ...more,
});
const specOf = (oauth = oauthOf()): HttpServer => ({
  kind: 'http',
  url: server.url,
  headers: {},
  restart: 'never',
  oauth,
});

/** A person whose browser follows the page back to this machine. */
async function follow(page: URL): Promise<void> {
  await fetch(page);
}

async function signInBy(
  onPage: (page: URL) => void,
  oauth = oauthOf(),
  signal: AbortSignal = NEVER,
): Promise<void> {
  await signIn({ url: server.url, oauth, onPage, signal });
}

const call = async (): Promise<string> => {
  const opened = await session({ guarded: specOf() });
  return (await opened.call(opened.tools[0]!, {}, NEVER)).text;
};

async function refusal(): Promise<{ message: string; hint: string | undefined }> {
  const error: unknown = await call().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DriveError);
  const { code, message, hint } = (error as DriveError).issue;
  expect(code).toBe('MCP_START');
  return { message, hint };
}

it('registers a client, proves itself by PKCE, and keeps tokens that only their owner reads', async () => {
  let page: URL | undefined;
  await signInBy((url) => {
    page = url;
    void follow(url);
  });
  expect(Object.fromEntries(page!.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'client-1',
    code_challenge_method: 'S256',
    resource: server.url,
  });
  expect(server.registered).toMatchObject([
    { client_name: 'whichtool', token_endpoint_auth_method: 'none' },
  ]);
  expect(String(server.registered[0]?.['redirect_uris'])).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/callback$/,
  );
  const folder = tokenFolder();
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await call()).toBe('found');
  expect(server.grants).toEqual(['authorization_code']);
});

it('refreshes a token that is not accepted any more, and keeps the new one', async () => {
  await signInBy((page) => void follow(page));
  const kept = keptSecrets({ url: server.url, issuer: server.issuer });
  server.revoke();
  expect(await call()).toBe('found');
  expect(server.grants).toEqual(['authorization_code', 'refresh_token']);
  const now = keptSecrets({ url: server.url, issuer: server.issuer });
  expect(now).toHaveLength(2);
  expect(kept.filter((token) => now.includes(token))).toEqual([]);
});

it('says in a run that a person must sign in, without asking anything and without waiting', async () => {
  const { message, hint } = await refusal();
  expect(message).toContain('it wants a person to sign in');
  expect(hint).toContain('whichtool login guarded');
  expect(server.registered).toEqual([]);
});

it('says so where tokens cannot be refreshed either', async () => {
  await signInBy((page) => void follow(page));
  server.revoke(true);
  expect((await refusal()).hint).toContain('whichtool login guarded');
  expect(server.registered).toHaveLength(1);
});

it('uses the client and the port that the suite names, and registers none', async () => {
  const oauth = oauthOf({ clientId: 'known' });
  let asked = '';
  await signInBy((page) => {
    asked = page.searchParams.get('client_id') ?? '';
    void follow(page);
  }, oauth);
  expect([asked, server.registered]).toEqual(['known', []]);
});

it('takes no return that has another state, and ends when it is given up', async () => {
  const stop = new AbortController();
  const given = signInBy(
    (page) => {
      const back = new URL(page.searchParams.get('redirect_uri') ?? '');
      back.search = '?code=stolen&state=other';
      void fetch(back).then(({ status }) => {
        expect(status).toBe(400);
        stop.abort(new Error('given up'));
      });
    },
    oauthOf(),
    stop.signal,
  );
  await expect(given).rejects.toThrow('given up');
  expect(readdirSync(state)).toEqual([]);
});

it('says what the issuer refused', async () => {
  const refused = signInBy((page) => {
    const back = new URL(page.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('state', page.searchParams.get('state') ?? '');
    void fetch(back);
  });
  await expect(refused).rejects.toThrow('signing in was refused: access_denied');
});

it('does not use what is kept for another issuer, or is damaged', () => {
  const store = new TokenStore();
  const client = { client_id: 'c' };
  const tokens = { access_token: 'secret-a', token_type: 'Bearer' };
  const kept = { url: 'http://a/', issuer: 'http://b/', redirectUrl: 'http://r/', client, tokens };
  store.save(kept);
  expect(store.load({ url: 'http://a/', issuer: 'http://b/' })).toEqual(kept);
  expect(store.load({ url: 'http://a/', issuer: 'http://other/' })).toBeNull();
  const [file = ''] = readdirSync(tokenFolder());
  expect(readFileSync(join(tokenFolder(), file), 'utf8')).toContain('secret-a');
  store.save({ ...kept, client: {} as never });
  expect(store.load(kept)).toBeNull();
});
