import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileReport } from '../src/reporters/fixtures/reports.ts';
import { ROLES } from '../src/schema/api/session.ts';
import { VIEW_PATHS } from '../src/schema/api/view-paths.ts';
import { signLink } from '../src/server/access/personal-link.ts';
import { openProject } from '../src/server/routes.ts';
import { saveRun } from '../src/store/save-run.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';
import { sendRaw } from './support/raw-request.ts';
import { openPages } from './support/report-page.ts';
import { beyondOrigin, serve, type Serving } from './support/serving.ts';

const SUITE = `tests:
  - name: finds the order
    traces: traces.jsonl
    function_call_coverage: { function_calls: [get_order] }
`;
const project = workspace({
  'package.json': '{}',
  'whichtool.yaml': SUITE,
  'traces.jsonl': `${JSON.stringify({ input: 'where is it?', tool_calls: [{ name: 'search' }] })}\n`,
});
const PAGES = new URL('../dist/web/', import.meta.url).pathname;
/** The table that the server is made of: a route that is added is tested without a change here. */
const ROUTES = openProject(
  { root: project.path, pages: PAGES, version: '0', report: () => {} },
  Buffer.alloc(32),
).routes.map(({ method, path, access }) => ({
  method,
  access,
  path: path.replaceAll(/:\w+/g, '1'),
}));
const CLOSED = ROUTES.filter(({ path }) => path !== '/healthz');

let server: Serving;
let port = 0;

beforeAll(async () => {
  await whichtool(['run'], { cwd: project.path });
  server = await serve(project.path);
  port = Number(new URL(server.link).port);
});
afterAll(async () => {
  await server.stop();
  project.remove();
});

type Headers = Readonly<Record<string, string>>;

async function ask(
  method: string,
  path: string,
  headers: Headers,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(server.at(path), {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
}
const admin = (): Headers => ({ Authorization: `Bearer ${server.token}` });
const JSON_TYPE: Headers = { 'Content-Type': 'application/json' };
const hasBody = (method: string): boolean => method === 'POST' || method === 'PUT';
async function send(method: string, path: string, headers: Headers): Promise<Response> {
  const type = hasBody(method) ? JSON_TYPE : {};
  const answer = await ask(
    method,
    path,
    { ...headers, ...type },
    hasBody(method) ? '{}' : undefined,
  );
  return drained(answer);
}

/** An answer that was read to its end: the next request may use its connection. */
async function drained(answer: Response): Promise<Response> {
  await answer.arrayBuffer();
  return answer;
}

/** More than any route takes. */
const HUGE = new TextEncoder().encode(`"${'x'.repeat(65 * 1024 * 1024)}"`);

function expectSafe({ headers }: Response): void {
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-eval|unsafe-hashes|https?:|\*/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(headers.get('X-Frame-Options')).toBe('DENY');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  for (const [name] of headers) expect(name).not.toMatch(/^access-control-/i);
}

describe('every route', () => {
  it('is in the table once, and only the health is open', () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toContain('GET /api/v1/overview');
    expect(ROUTES.filter(({ access }) => access === 'open').map(({ path }) => path)).toEqual([
      '/healthz',
    ]);
  });

  it.each(CLOSED)('$method $path needs a token', async ({ method, path }) => {
    const wrong = ['x', `${server.token}x`, server.token.slice(1), ''];
    for (const headers of [{}, ...wrong.map((token) => ({ Authorization: `Bearer ${token}` }))]) {
      const answer = await send(method, path, headers);
      expect(answer.status).toBe(401);
      expectSafe(answer);
    }
    const cookie = await send(method, path, {
      Cookie: `whichtool-${port}=x`,
      Origin: `http://127.0.0.1:${port}`,
    });
    expect(cookie.status).toBe(401);
  });

  it.each(CLOSED)('$method $path is for its roles only', async ({ method, path, access }) => {
    const secret = Buffer.from(
      readFileSync(join(project.path, '.whichtool', 'link-secret'), 'utf8').trim(),
      'hex',
    );
    // Programs that send traces have a token of their own: visitors are unknown there.
    const others = ROLES.filter((role) => typeof access === 'string' || !access.includes(role));
    const status = access === 'intake' ? 401 : 403;
    for (const role of others) {
      const token = signLink({ reviewer: 'ann', role, sample: 'orders' }, secret);
      const answer = await send(method, path, { Authorization: `Bearer ${token}` });
      expect([role, answer.status]).toEqual([role, status]);
      expectSafe(answer);
    }
  });

  it.each(ROUTES)('$method $path is not served under another name', async ({ method, path }) => {
    for (const host of [
      `evil.example:${port}`,
      `localhost.evil:${port}`,
      `127.0.0.1.evil:${port}`,
      'localhost',
      '127.0.0.1',
      `localhost:${port + 1}`,
      `0.0.0.0:${port}`,
    ]) {
      const request = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.token}\r\nContent-Length: 0\r\n\r\n`;
      const { status, head } = await sendRaw(port, request);
      expect([host, status]).toEqual([host, 421]);
      expect(head).toMatch(/content-security-policy/i);
    }
  });

  it.each(CLOSED)('$method $path is not for other sites', async ({ method, path }) => {
    const foreign: readonly Headers[] = [
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { Origin: `https://127.0.0.1:${port}` },
      { Origin: `http://127.0.0.1:${port + 1}` },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' },
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
    ];
    for (const headers of foreign) {
      const answer = await send(method, path, { ...admin(), ...headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
      expectSafe(answer);
    }
  });

  it.each(CLOSED)('$method $path has no other methods', async ({ method, path }) => {
    const served = new Set(
      ROUTES.filter((route) => route.path === path).map((route) => route.method),
    );
    const others = ['OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].filter(
      (each) => each !== method && !served.has(each as typeof method),
    );
    for (const other of others) {
      expect((await drained(await ask(other, path, {}))).status).toBe(401);
      const answer = await drained(
        await ask(other, path, { ...admin(), 'Access-Control-Request-Method': 'GET' }),
      );
      expect([other, answer.status]).toEqual([other, 405]);
      expect(answer.headers.get('Allow')?.split(', ')).not.toContain(other);
      expectSafe(answer);
    }
    expect((await ask('HEAD', path, {})).status).toBe(401);
  });

  it.each(ROUTES.filter(({ method }) => hasBody(method)))(
    '$method $path takes JSON of a bounded size only',
    async ({ method, path }) => {
      const text = await ask(method, path, { ...admin(), 'Content-Type': 'text/plain' }, '{}');
      expect(text.status).toBeGreaterThanOrEqual(400);
      const answer = await ask(method, path, { ...admin(), ...JSON_TYPE }, HUGE).catch(() => null);
      // The connection may be closed before all of it was sent.
      expect(answer?.status ?? 413).toBeGreaterThanOrEqual(400);
      expect(answer?.status ?? 413).toBeLessThan(500);
    },
  );

  it.each(ROUTES.filter(({ method }) => method === 'GET'))(
    'GET $path answers the admin without a fault',
    async ({ path }) => {
      for (const query of [
        '',
        '?cursor=-1',
        '?cursor=1e9&limit=9999999999',
        '?suite=%00&branch=%ff&verdict=x',
      ]) {
        const answer = await ask('GET', path + query, admin());
        expect(answer.status).toBeLessThan(500);
        expect(answer.status).not.toBe(401);
        expectSafe(answer);
        await answer.body?.cancel();
      }
    },
  );
});

describe('requests that no browser sends', () => {
  const host = (): string => `127.0.0.1:${port}`;

  it.each([
    [
      'an absolute address',
      () => `GET http://${host()}/api/v1/runs HTTP/1.1\r\nHost: ${host()}\r\n\r\n`,
      400,
    ],
    [
      'an absolute address of another host',
      () => `GET http://evil.example/ HTTP/1.1\r\nHost: ${host()}\r\n\r\n`,
      400,
    ],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n', 400],
    ['HTTP/1.0 without a host', () => 'GET / HTTP/1.0\r\n\r\n', 400],
    [
      'two hosts',
      () => `GET /healthz HTTP/1.1\r\nHost: ${host()}\r\nHost: evil.example\r\n\r\n`,
      421,
    ],
    ['an asterisk', () => `OPTIONS * HTTP/1.1\r\nHost: ${host()}\r\n\r\n`, 400],
    ['TRACE', () => `TRACE / HTTP/1.1\r\nHost: ${host()}\r\n\r\n`, 401],
    ['an unknown method', () => `BREW / HTTP/1.1\r\nHost: ${host()}\r\n\r\n`, 400],
    [
      'a header of 100 kB',
      () => `GET / HTTP/1.1\r\nHost: ${host()}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['a tunnel', () => `CONNECT evil.example:80 HTTP/1.1\r\nHost: ${host()}\r\n\r\n`, null],
    [
      'a WebSocket',
      () =>
        `GET / HTTP/1.1\r\nHost: ${host()}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      403,
    ],
  ])('%s is rejected', async (_, bytes, status) => {
    expect((await sendRaw(port, bytes())).status).toBe(status);
    expect((await server.get('/healthz')).status).toBe(200);
  });

  it.each(
    [
      '/assets/%2e%2e/cli.js',
      '/assets/..%2fcli.js',
      '/assets/%252e%252e%252fcli.js',
      '/assets/..%5ccli.js',
      '/assets/../cli.js',
      '/assets/app.js%00.css',
      '/assets/CON',
      '/assets//etc/passwd',
      '/..%2f..%2f.whichtool/link-secret',
      '/.whichtool/link-secret',
      '/api/v1/runs/..%2f1',
      '/api/v1/runs/%2e%2e',
      '/api/v1/runs/1%00',
      `/api/v1/runs/${'9'.repeat(400)}`,
      `/${'x'.repeat(8000)}`,
      '/constructor',
      '/__proto__',
    ].map((path) => [path.slice(0, 60), path] as const),
  )('there is nothing at %s', async (_, path) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
    const { status, head } = await sendRaw(port, request);
    expect(status).toBe(404);
    expect(head).toMatch(/application\/json/);
  });

  it('a change with the cookie alone says where it comes from', async () => {
    const opened = await server.get(`/?token=${encodeURIComponent(server.token)}`, {});
    const [cookie = ''] = (opened.headers.get('Set-Cookie') ?? '').split(';');
    expect((await server.get('/api/v1/session', { Cookie: cookie })).status).toBe(200);
    const request = `POST /api/v1/session HTTP/1.1\r\nHost: ${host()}\r\nCookie: ${cookie}\r\nContent-Length: 0\r\n\r\n`;
    expect((await sendRaw(port, request)).status).toBe(403);
  });

  it('a body without an end does not keep the server from others', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/session HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 1000000\r\n\r\n{`,
    );
    expect((await server.get('/api/v1/session')).status).toBe(200);
    socket.destroy();
  });
});

describe('where it listens', () => {
  it('is loopback only by default', async () => {
    expect(new URL(server.link).hostname).toBe('127.0.0.1');
    // 127.0.0.2 is this machine as well: a server on all addresses would answer there.
    const other = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.2', () => resolve('open'));
      socket.on('error', () => resolve('closed'));
    });
    expect(other).toBe('closed');
  });

  const LONG = 'a-token-that-somebody-chose-for-it-1234';
  it.each([
    [['--host', '0.0.0.0'], {}],
    [['--host', '::'], {}],
    [['--host', '0.0.0.0', '--name', 'box.local'], {}],
    [['--host', '0.0.0.0', '--name', 'box.local'], { WHICHTOOL_TOKEN: 'short' }],
    [['--host', '0.0.0.0'], { WHICHTOOL_TOKEN: LONG }],
    [['--demo', '--host', '0.0.0.0'], {}],
  ])('%j with %j is refused', async (flags, env) => {
    const { code, stderr } = await whichtool(['serve', '--no-open', ...flags], {
      cwd: project.path,
      env,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('SERVE_HOST')]);
  });

  it('beyond this machine needs the token and answers to its names', async () => {
    const open = await serve(project.path, ['--host', '0.0.0.0', '--name', 'box.local'], {
      WHICHTOOL_TOKEN: LONG,
    });
    try {
      const at = Number(new URL(open.link).port);
      const request = (name: string, token: string): string =>
        `GET /api/v1/session HTTP/1.1\r\nHost: ${name}:${at}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      expect((await sendRaw(at, request('box.local', LONG))).status).toBe(200);
      expect((await sendRaw(at, request('box.local', 'x'))).status).toBe(401);
      expect((await sendRaw(at, request('evil.example', LONG))).status).toBe(421);
    } finally {
      await open.stop();
    }
  });
});

describe('hostile text', () => {
  const FLAG = 'window.harmed=1';
  const PAYLOADS = [
    `</script><script>${FLAG}</script><iframe srcdoc="<script>parent.harmed=1</script>"></iframe>`,
    `"><img src=x onerror=${FLAG}><svg onload=${FLAG}>' onmouseover='${FLAG}' autofocus onfocus='${FLAG}`,
    `javascript:${FLAG}`,
    `</style><style>*{display:none}</style><base href="http://127.0.0.1:9/">![x](http://127.0.0.1:9/x)`,
    '\u202eevil\u2066\u200b\ufeff \u001b]8;;http://127.0.0.1:9\u0007%00%2e%2e%2f&amp;{{constructor}}#?&=/..',
    '__proto__',
    'W'.repeat(1500),
  ];
  const COUNT_HARMFUL = `document.querySelectorAll('iframe, object, embed, base, img[src="x"]').length`;
  const hostile = workspace({ 'package.json': '{}' });
  const { openAddress } = openPages();
  let shown: Serving;

  beforeAll(async () => {
    for (const payload of PAYLOADS) await keep(payload);
    hostile.write(
      'traces.jsonl',
      jsonl(
        ...PAYLOADS.map((text) => ({
          id: text,
          input: text,
          output: text,
          tool_calls: [{ name: text, arguments: { [text]: text }, result: text }],
        })),
      ),
    );
    await whichtool(['sample', 'traces.jsonl', '--out', 'samples/hostile'], { cwd: hostile.path });
    shown = await serve(hostile.path);
  });
  afterAll(async () => {
    await shown.stop();
    hostile.remove();
  });

  /** A kept run with the text in every field that is not a number. */
  async function keep(payload: string): Promise<void> {
    const report = hostileReport(payload);
    const saved = await saveRun(
      hostile.path,
      {
        name: payload,
        startedAt: '2026-03-02T09:12:00.000Z',
        durationMs: 1,
        verdict: 'fail',
        totals: report.totals,
        suites: report.suites,
        revision: { commit: payload, branch: payload },
        version: payload,
      },
      [JSON.stringify(report)],
    );
    expect(saved.ok).toBe(true);
  }

  it.each(PAYLOADS.map((payload, i) => [payload.slice(0, 40), payload, i + 1] as const))(
    '%j executes nothing in any view',
    async (_, payload, run) => {
      const { page, mischief } = await openAddress(shown.link);
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      const query = new URLSearchParams({
        branch: payload,
        suite: payload,
        model: payload,
        name: payload,
        q: payload,
      });
      const toPath = (path: string): string =>
        path.replaceAll(/:\w+/g, (name) => (name === ':run' ? String(run) : '1'));
      const views: readonly string[] = Object.values(VIEW_PATHS);
      const paths = views.map(toPath);
      const ofRun = views.filter((path) => path.includes(':run')).map(toPath);
      const addresses = [
        `/?${new URLSearchParams({ branch: payload }).toString()}`,
        `/runs?${new URLSearchParams({ branch: payload }).toString()}`,
        `/runs/${run}`,
        // Other views show the same for all runs: they are looked at once.
        ...(run === 1 ? paths : ofRun),
        // Each payload in a third of the addresses, each address with two payloads or three.
        ...paths
          .filter((_path, at) => isFull || (at + run) % 3 === 0)
          .map((path) => `${path}?${query.toString()}`),
      ];
      for (const address of addresses) {
        await page.goto(new URL(address, shown.link).href);
        await page.locator('main, #app').first().waitFor({ state: 'attached' });
        await page.locator('.state.loading').first().waitFor({ state: 'detached' });
        expect([address, await page.evaluate(COUNT_HARMFUL)]).toEqual([address, 0]);
      }
      const [first = ''] = addresses;
      await page.goto(new URL(first, shown.link).href);
      await page.locator('.next-step').waitFor();
      expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(beyondOrigin(mischief, shown.link)).toEqual([]);
    },
  );
});
