import { describe, expect, it } from 'vitest';
import { hostNames, LOOPBACK_NAMES } from '../access/guard-request.ts';
import { signLink } from '../access/personal-link.ts';
import { type App, createApp } from './create-app.ts';
import { jsonAnswer, Problem } from './problem.ts';
import type { Route } from './route.ts';

const KEYS = { admin: 'an-admin-token-of-32-characters!', secret: Buffer.alloc(32, 1) };
const ANN = signLink({ reviewer: 'ann', role: 'reviewer', sample: 'orders' }, KEYS.secret);

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/healthz', access: 'open', handle: () => jsonAnswer('ok') },
  {
    method: 'GET',
    path: '/things/:thing',
    access: ['reviewer', 'admin'],
    handle: ({ parameters, visitor }) => jsonAnswer({ ...parameters, who: visitor.reviewer }),
  },
  {
    method: 'POST',
    path: '/things',
    access: ['admin'],
    handle: async ({ json }) => jsonAnswer(await json()),
  },
  {
    method: 'GET',
    path: '/refusing',
    access: ['admin'],
    handle: ({ query }) => {
      throw new Problem(404, `no ${query.get('why')} here`);
    },
  },
  {
    method: 'GET',
    path: '/broken',
    access: ['admin'],
    handle: () => {
      throw new Error('secret detail');
    },
  },
];

function openApp(faults: unknown[] = []): App {
  return createApp(ROUTES, {
    keys: KEYS,
    port: 4000,
    hosts: hostNames(4000, LOOPBACK_NAMES),
    report: (error) => faults.push(error),
  });
}

async function ask(
  path: string,
  { token, ...init }: RequestInit & { token?: string } = {},
  app: App = openApp(),
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('Host')) headers.set('Host', '127.0.0.1:4000');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return app.request(`http://127.0.0.1:4000${path}`, { ...init, headers });
}

describe('an application', () => {
  it('answers a person with a page, without markup of the address', async () => {
    const headers = { 'Sec-Fetch-Mode': 'navigate' };
    const unknown = await ask('/things/7', { headers });
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await unknown.text()).toContain('<p>Open the link that whichtool printed');
    const markup = await ask('/refusing?why=%3Cb%3E', { headers, token: KEYS.admin });
    expect(await markup.text()).toContain('<p>No &lt;b&gt; here.</p>');
  });

  it('answers a visitor with a role that the route allows', async () => {
    const answer = await ask('/things/7', { token: ANN });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ thing: '7', who: 'ann' });
  });

  it('turns away those without a token, also where there is nothing', async () => {
    for (const path of ['/things/7', '/nothing', '/broken'])
      expect((await ask(path)).status).toBe(401);
    expect((await ask('/nothing', { token: ANN })).status).toBe(404);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('turns away a role that the route does not allow', async () => {
    const body = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    expect((await ask('/things', { ...body, token: ANN })).status).toBe(403);
    expect((await ask('/things', { ...body, token: KEYS.admin })).status).toBe(200);
  });

  it('says which methods an address has', async () => {
    const answer = await ask('/things/7', { method: 'DELETE', token: ANN });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask('/things/7', { method: 'DELETE' })).status).toBe(401);
    expect((await ask('/things', { method: 'PATCH', token: ANN })).headers.get('Allow')).toBe(
      'POST',
    );
  });

  it('keeps a visitor signed in who opened a link', async () => {
    const opened = await ask(`/things/7?token=${encodeURIComponent(ANN)}`);
    const cookie = opened.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^whichtool-4000=.*; HttpOnly; SameSite=Strict; Path=\//);
    const later = await ask('/things/8', { headers: { Cookie: cookie.split(';')[0] as string } });
    expect(await later.json()).toEqual({ thing: '8', who: 'ann' });
    expect((await ask(`/things/7?token=wrong`)).headers.get('Set-Cookie')).toBeNull();
  });

  it('does not take the token of an address for a change', async () => {
    const answer = await ask(`/things?token=${KEYS.admin}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['text/plain', '{}', 415],
    ['', '{}', 415],
    ['application/json', '{', 400],
    ['application/json', `"${'x'.repeat(1024 * 1024)}"`, 413],
    ['application/json; charset=utf-8', '[1]', 200],
  ])('answers a body of type %j', async (type, body, status) => {
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
    const bytes = new TextEncoder().encode(body);
    const init = { method: 'POST', body: bytes, headers, token: KEYS.admin };
    expect((await ask('/things', init)).status).toBe(status);
  });

  it('says nothing about its own faults', async () => {
    const faults: unknown[] = [];
    const answer = await ask('/broken', { token: KEYS.admin }, openApp(faults));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret detail');
    expect(faults).toHaveLength(1);
  });

  it('forbids every answer to be framed, cached, or to load anything from elsewhere', async () => {
    for (const path of ['/healthz', '/things/7', '/nothing']) {
      const { headers } = await ask(path);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  it('checks the name of the server before anything else', async () => {
    const headers = { Host: 'evil.example:4000' };
    expect((await ask('/healthz', { headers })).status).toBe(421);
    expect((await ask('/things/7', { headers, token: KEYS.admin })).status).toBe(421);
  });
});

it('hands over what a problem needs to be solved', async () => {
  const route: Route = {
    method: 'GET',
    path: '/conflict',
    access: 'open',
    handle: () => {
      throw new Problem(409, 'another reviewer saved this', { detail: { version: 2 } });
    },
  };
  const app = createApp([route], {
    keys: KEYS,
    port: 4000,
    hosts: hostNames(4000, LOOPBACK_NAMES),
    report: () => {},
  });
  const answer = await ask('/conflict', {}, app);
  expect(await answer.json()).toEqual({
    error: { message: 'another reviewer saved this', detail: { version: 2 } },
  });
});
