import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DriveError, type HttpServer } from '#drivers';
import { serve } from './support/loopback.ts';
import { call, host, hostile, NEVER, requireNone, script, session } from './servers/mcp.ts';

const FILESYSTEM = 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js';
const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const MEMORY = 'node_modules/@modelcontextprotocol/server-memory/dist/index.js';
const TWO_REVISIONS = 'test/servers/two-revisions-server.mjs';

const root = mkdtempSync(join(tmpdir(), 'whichtool-mcp-'));
afterAll(async () => {
  await requireNone(root);
  await requireNone('hostile-server.mjs');
  rmSync(root, { recursive: true });
});

const http = (url: string, headers: Record<string, string> = {}): HttpServer => ({
  kind: 'http',
  url,
  headers,
  restart: 'never',
});

describe('published servers over stdio', () => {
  it('reads and writes files with the filesystem server', async () => {
    writeFileSync(join(root, 'a.txt'), 'what the file says');
    const opened = await session({ files: script(FILESYSTEM, [root]) });
    const read = await call(opened, 'read_text_file', { path: join(root, 'a.txt') });
    expect([read.status, read.text]).toEqual(['ok', 'what the file says']);
    await call(opened, 'write_file', { path: join(root, 'b.txt'), content: 'ä\n' });
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('ä\n');
    const refused = await call(opened, 'read_text_file', { path: '/etc/passwd' });
    expect(refused.status).toBe('error');
    expect(refused.text).toContain('Access denied');
    expect(opened.takeIssues()).toEqual([]);
  });

  it('drives several at once, each call at its own server, names that collide qualified', async () => {
    const memory = (file: string): ReturnType<typeof script> =>
      script(MEMORY, [], { env: { MEMORY_FILE_PATH: join(root, file) } });
    const opened = await session({
      files: script(FILESYSTEM, [root]),
      one: memory('one.jsonl'),
      two: memory('two.jsonl'),
    });
    const spelled = opened.tools.map((tool) => tool.spelled);
    expect(new Set(spelled).size).toBe(spelled.length);
    expect(spelled).toContain('list_directory');
    expect(spelled).not.toContain('create_entities');
    const entities = [{ name: 'x', entityType: 'thing', observations: [] }];
    await call(opened, 'two__create_entities', { entities });
    expect((await call(opened, 'one__read_graph')).text).not.toContain('thing');
    const { text, content } = await call(opened, 'two__read_graph');
    expect(text).toContain('"name": "x"');
    expect(content).toMatchObject({ structuredContent: { entities } });
    expect(opened.takeIssues()).toEqual([]);
  });

  it('gives the same hash for the same list', async () => {
    const servers = { files: { ...script(FILESYSTEM, [root]), restart: 'per_run' as const } };
    const shared = host(servers);
    const [first, second] = await Promise.all([shared.open('a', NEVER), shared.open('b', NEVER)]);
    expect(first.catalogSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(second.catalogSha256).toBe(first.catalogSha256);
    await Promise.all([first.close(), second.close()]);
  });

  it('calls the everything server, and tells of its image without showing it', async () => {
    const opened = await session({ everything: script(EVERYTHING) });
    expect((await call(opened, 'echo', { message: 'hello' })).text).toBe('Echo: hello');
    expect((await call(opened, 'get-tiny-image')).text).toMatch(
      /\[image image\/png, \d+ characters of base64\]/,
    );
    // It says that its list changed, which it did not.
    expect(opened.takeIssues()).toEqual([]);
  });

  it.each([
    ['both', 'modern'],
    ['new', 'modern'],
  ])('speaks the newest revision with a server of the newest SDK (%s)', async (allowed, era) => {
    const opened = await session({ new: script(TWO_REVISIONS, ['stdio', allowed]) });
    expect((await call(opened, 'era')).text).toBe(era);
    expect(opened.takeIssues()).toEqual([]);
  });
});

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server until the test is over, and waits for the first line of what it says. */
async function startHttp(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(createInterface({ input: child.stderr }), 'line'),
  ])) as [string];
  return line;
}

describe('streamable HTTP', () => {
  it('drives the everything server', async () => {
    const port = await freePort();
    const line = await startHttp([EVERYTHING, 'streamableHttp'], { PORT: String(port) });
    expect(line).not.toBe('');
    const opened = await vi.waitFor(
      () => session({ everything: http(`http://127.0.0.1:${port}/mcp`) }),
      10_000,
    );
    expect((await call(opened, 'echo', { message: 'hello' })).text).toBe('Echo: hello');
    expect(opened.takeIssues()).toEqual([]);
  });

  it.each(['both', 'new'])(
    'speaks the newest revision with a server of the newest SDK (%s)',
    async (allowed) => {
      const port = await startHttp([TWO_REVISIONS, 'http', allowed]);
      const opened = await session({ new: http(`http://127.0.0.1:${port}/`) });
      expect((await call(opened, 'era')).text).toBe('modern');
      expect(opened.takeIssues()).toEqual([]);
    },
  );

  it('sends the declared headers and shows none of them', async () => {
    const { url, seen } = await serve(({ headers }) => ({
      status: 401,
      body: { error: `bad key ${String(headers['x-key'])}` },
    }));
    const error = await session({ shy: http(url, { 'X-Key': 'hunter2-hunter2' }) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(seen[0]?.headers['x-key']).toBe('hunter2-hunter2');
    expect(error).toBeInstanceOf(DriveError);
    expect((error as DriveError).issue.code).toBe('MCP_START');
    expect(JSON.stringify((error as DriveError).issue)).not.toContain('hunter2');
  });

  it.each([
    ['file:///etc/passwd', 'only http and https'],
    ['javascript:alert(1)', 'only http and https'],
    ['no address', 'cannot be started'],
    ['http://127.0.0.1:1/mcp', 'cannot be used'],
  ])('refuses %s', async (url, words) => {
    const error = await session({ bad: http(url) }).catch((thrown: unknown) => thrown);
    expect((error as DriveError).issue).toMatchObject({
      code: 'MCP_START',
      message: expect.stringContaining(words),
    });
  });

  it('does not follow a redirect to another origin', async () => {
    const other = await serve(() => ({}));
    const { url } = await serve(() => ({ status: 307, headers: { location: other.url } }));
    const error = await session({ moved: http(url, { 'X-Key': 'secret' }) }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as DriveError).issue.message).toContain('leads to another origin');
    expect(other.seen).toEqual([]);
  });

  it('follows one within its origin', async () => {
    const { url, seen } = await serve(() => ({ status: 308, headers: { location: '/there' } }));
    await session({ moved: http(url) }).catch(() => {});
    expect(seen.map(({ path }) => path).slice(0, 2)).toEqual(['/', '/there']);
  });

  it('gives up on an answer that does not end', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (response.write(Buffer.alloc(1_000_000, 0x20)));
        response.once('drain', more);
      };
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const error = await session({ endless: http(`http://127.0.0.1:${port}/`) }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as DriveError).issue.message).toContain('more than 16 MiB');
  });

  it('gives up on a server that does not answer', async () => {
    const { url } = await serve(() => ({ ends: 'silent' }));
    const error = await session({ mute: http(url) }, { startTimeoutMs: 500 }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as DriveError).issue.message).toContain('500 ms');
  });
});

describe('what the model is told', () => {
  it('changes descriptions for the model only, and says which override names no tool', async () => {
    const overrides = new Map([
      ['plain.echo', { description: 'Repeats what you say' }],
      ['ecko', { description: 'never seen' }],
    ]);
    const opened = await session({ plain: hostile() }, {}, { overrides });
    expect(opened.tools[0]?.description).toBe('Repeats what you say');
    const [issue] = opened.takeIssues();
    expect(issue).toMatchObject({ code: 'TOOL_OVERRIDE_UNKNOWN', hint: 'did you mean "echo"?' });
    expect((await call(opened, 'echo')).status).toBe('ok');
  });

  it('answers from mocks without a call to the server', async () => {
    const mocks = new Map([['echo', [{ args: { n: 1 }, result: 'one' }, { result: { n: 2 } }]]]);
    const opened = await session(
      { plain: hostile('exit-call', '1') },
      {},
      { mocks: { canned: mocks, recorded: new Map() } },
    );
    expect((await call(opened, 'echo', { n: 1 })).text).toBe('one');
    expect((await call(opened, 'echo', { n: 3 })).text).toBe('{"n":2}');
  });
});
