import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOOL = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
const TOKEN = 'token-for-look';

/**
 * An MCP server over streamable HTTP that wants a token, and the issuer that gives one for a secret, or for a code that a
 * browser brings (PKCE, clients that register themselves, refreshed tokens), on this machine.
 */
export async function startOAuthServer(secret: string): Promise<{
  readonly url: string;
  readonly issuer: string;
  readonly grants: readonly string[];
  /** What clients registered with. */
  readonly registered: readonly Readonly<Record<string, unknown>>[];
  /** Tokens that were given to people are not accepted any more; with `all`, they cannot be refreshed either. */
  revoke(all?: boolean): void;
  close(): Promise<void>;
}> {
  const grants: string[] = [];
  const registered: Record<string, unknown>[] = [];
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  const accepted = new Set([TOKEN]);
  let refreshToken = '';
  const giveTokens = (): object => {
    const access = `token-of-person-${grants.length}`;
    refreshToken = `refresh-of-person-${grants.length}`;
    accepted.add(access);
    return { access_token: access, refresh_token: refreshToken, token_type: 'Bearer' };
  };
  /** What a code or a refresh token of a person is exchanged for; null where it is not good. */
  const tokensOf = (form: URLSearchParams): object | null => {
    if (form.get('grant_type') === 'refresh_token')
      return form.get('refresh_token') === refreshToken && refreshToken !== ''
        ? giveTokens()
        : null;
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = code?.challenge === hash && code.redirect === form.get('redirect_uri');
    return isGood ? giveTokens() : null;
  };
  let origin = '';
  const documents: Record<string, () => object> = {
    '/.well-known/oauth-protected-resource/mcp': () => ({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
    }),
    '/.well-known/oauth-authorization-server': () => ({
      issuer: origin,
      token_endpoint: `${origin}/token`,
      authorization_endpoint: `${origin}/authorize`,
      response_types_supported: ['code'],
      registration_endpoint: `${origin}/register`,
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
      code_challenge_methods_supported: ['S256'],
    }),
  };
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1' },
    },
    'tools/list': { tools: [TOOL] },
    'tools/call': { content: [{ type: 'text', text: 'found' }] },
  };
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname: path, searchParams: asked } = new URL(request.url ?? '', origin);
      const body = await bodyOf(request);
      const json = (status: number, value: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(value));
      };
      const document = documents[path];
      if (document !== undefined) return json(200, document());
      if (path === '/token') {
        const given = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64');
        const form = new URLSearchParams(body);
        grants.push(form.get('grant_type') ?? '');
        if (form.get('grant_type') !== 'client_credentials') {
          const tokens = tokensOf(form);
          return tokens === null ? json(400, { error: 'invalid_grant' }) : json(200, tokens);
        }
        return String(given) === `client:${secret}`
          ? json(200, { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 })
          : json(401, { error: 'invalid_client' });
      }
      if (path === '/register') {
        const metadata = JSON.parse(body) as Record<string, unknown>;
        registered.push(metadata);
        return json(201, { ...metadata, client_id: `client-${registered.length}` });
      }
      if (path === '/authorize') {
        const redirect = asked.get('redirect_uri') ?? '';
        const code = `code-${codes.size + 1}`;
        codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect });
        const back = new URL(redirect);
        back.searchParams.set('code', code);
        back.searchParams.set('state', asked.get('state') ?? '');
        return response.writeHead(302, { location: back.href }).end();
      }
      if (path !== '/mcp' || request.method !== 'POST') return response.writeHead(405).end();
      const [, given = ''] = (request.headers.authorization ?? '').split(' ');
      if (!accepted.has(given)) {
        const where = `${origin}/.well-known/oauth-protected-resource/mcp`;
        response.setHeader('www-authenticate', `Bearer resource_metadata="${where}"`);
        return json(401, { error: 'unauthorized' });
      }
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return response.writeHead(202).end();
      return json(200, { jsonrpc: '2.0', id, result: results[method] ?? {} });
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    issuer: origin,
    grants,
    registered,
    revoke(all = false) {
      accepted.clear();
      if (all) refreshToken = '';
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
