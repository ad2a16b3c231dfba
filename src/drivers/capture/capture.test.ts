import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject } from '#core';
import { serve } from '../../../test/support/loopback.ts';
import { type Capture, openCapture } from './capture.ts';

async function open(servers: JsonObject | null = null): Promise<Capture> {
  const config = servers === null ? null : { mcpServers: servers };
  const capture = await openCapture({ config, cwd: process.cwd() });
  onTestFinished(() => capture.close());
  return capture;
}

function configOf({ env }: Capture): { mcpServers: Record<string, JsonObject> } {
  const text = readFileSync(env['WHICHTOOL_MCP_CONFIG'] ?? '', 'utf8');
  return JSON.parse(text) as { mcpServers: Record<string, JsonObject> };
}

function post(
  { env }: Capture,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const url = `${env['OTEL_EXPORTER_OTLP_ENDPOINT']}${path}`;
  return fetch(url, { method: 'POST', body, headers });
}

it('takes spans and log records as JSON, plain and packed, and forgets metrics', async () => {
  const capture = await open();
  expect(await (await post(capture, '/v1/traces', '{ "resourceSpans":\n[] }')).text()).toBe('{}');
  await post(capture, '/v1/metrics', '{"resourceMetrics":[]}');
  await post(capture, '/v1/logs', gzipSync('{"resourceLogs":[]}'), {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
  });
  expect(await capture.take()).toEqual({
    otlp: '{"resourceSpans":[]}\n{"resourceLogs":[]}\n',
    wire: '',
    exchanges: [],
    models: [],
    unknownRequests: 0,
    unknownOverrides: [],
    failure: null,
  });
});

it('answers nobody who does not know its address', async () => {
  const { env } = await open();
  const endpoint = new URL(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '');
  expect(endpoint.hostname).toBe('127.0.0.1');
  for (const path of ['/v1/traces', '/', '/guess/v1/traces', `${endpoint.pathname}/other`]) {
    const answer = await fetch(new URL(path, endpoint), { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  }
});

it.each([
  ['text that is not JSON', '{', {}],
  ['bytes that are not Protobuf', '\u0001\u0002', { 'content-type': 'application/x-protobuf' }],
  ['what is not packed', 'x', { 'content-encoding': 'gzip' }],
])('refuses %s and says that not all was caught', async (_what, body, headers) => {
  const capture = await open();
  const type = { 'content-type': 'application/json' };
  expect((await post(capture, '/v1/traces', body, { ...type, ...headers })).status).toBe(400);
  expect((await capture.take()).failure).toMatch(
    /^the program exported traces that cannot be read: /,
  );
});

it('refuses a small export that is large when unpacked', async () => {
  const capture = await open();
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect((await post(capture, '/v1/traces', bomb, headers)).status).toBe(400);
});

it('puts servers behind proxies and leaves the rest of the file alone', async () => {
  const capture = await open({
    files: { command: 'npx', args: ['-y', 'files', '${HOME}'], env: { K: '${HOME}' }, timeout: 5 },
    web: { type: 'http', url: 'https://example.org/mcp', headers: { a: 'b' } },
    off: { command: 'x', disabled: true },
  });
  const { files, web, off } = configOf(capture).mcpServers;
  const script = (files?.['args'] as string[] | undefined)?.[0] ?? '';
  expect(files).toEqual({
    command: process.execPath,
    args: [script, 'files', 'npx', '-y', 'files', '${HOME}'],
    env: { K: '${HOME}' },
    timeout: 5,
  });
  expect(web).toMatchObject({ type: 'http', headers: { a: 'b' } });
  expect(web?.['url']).toBe(`${capture.env['OTEL_EXPORTER_OTLP_ENDPOINT']}/mcp/0`);
  expect(off).toEqual({ command: 'x', disabled: true });
  expect(capture.fill('--config={mcp_config}')).toBe(
    `--config=${capture.env['WHICHTOOL_MCP_CONFIG']}`,
  );
});

it('leaves nothing behind', async () => {
  const capture = await openCapture({ config: { mcpServers: {} }, cwd: process.cwd() });
  const folder = dirname(capture.env['WHICHTOOL_MCP_CONFIG'] ?? '');
  expect(existsSync(folder)).toBe(true);
  await capture.close();
  expect(existsSync(folder)).toBe(false);
});

it('refuses servers that cannot be recorded', async () => {
  await expect(open({ old: { type: 'sse', url: 'https://example.org' } })).rejects.toMatchObject({
    isFinal: true,
    issue: { code: 'CAPTURE_CONFIG' },
  });
});

/** Starts the program that replaces a server. */
function start(capture: Capture, server: string): ChildProcessByStdio<Writable, Readable, null> {
  const { command, args } = configOf(capture).mcpServers[server] ?? {};
  const child = spawn(command as string, args as string[], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Answers each request with its own params, after a line of its own. */
const ECHO = `
  console.log('server is ready');
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, params } = JSON.parse(line);
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: params }));
  });`;
const echo = { command: process.execPath, args: ['-e', ECHO] };

/** Sends a line in two parts, and answers what came back when the proxy has ended. */
async function exchange(capture: Capture, line: string): Promise<{ id: number; heard: string[] }> {
  const child = start(capture, 'echo');
  const received: string[] = [];
  const answered = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (item) => {
      if (received.push(item) === 2) resolve();
    });
  });
  child.stdin.write(line.slice(0, 20));
  child.stdin.write(`${line.slice(20)}\n`);
  await answered;
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
  return { id: child.pid ?? 0, heard: received };
}

it('passes all lines on unchanged and keeps those of the protocol', async () => {
  const capture = await open({ echo });
  const request = '{"jsonrpc":"2.0", "id":1,  "params":{"n":12345678901234567891,"é":"\u2028"}}';
  const { id: connection, heard: received } = await exchange(capture, request);
  expect(received[0]).toBe('server is ready');
  const { exchanges, wire } = await capture.take();
  expect(exchanges).toMatchObject([
    { server: 'echo', connection, dir: '->', msg: { id: 1 } },
    { server: 'echo', connection, dir: '<-', msg: { id: 1 } },
  ]);
  expect(wire.split('\n')[0]).toContain('"n":12345678901234567891');
});

const requestOf = (text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, params: { text } });

it('passes large messages on, and cuts only what it keeps of results', async () => {
  const capture = await open({ echo });
  const text = 'x'.repeat(8_000_000);
  const { heard: observed } = await exchange(capture, requestOf(text));
  expect(observed[1]).toContain(text);
  const { wire, failure } = await capture.take();
  const [sent = '', received = ''] = wire.split('\n');
  expect(sent).toContain(text);
  expect(received.length).toBeLessThan(20_000);
  expect(failure).toBeNull();
});

it('says that a message was too large to be kept, though it passed', async () => {
  const capture = await open({ echo });
  const text = 'x'.repeat(17 * 1024 * 1024);
  const { heard: received } = await exchange(capture, requestOf(text));
  expect(received[1]).toContain(text);
  expect((await capture.take()).failure).toBe(
    '2 messages between the program and its servers could not be kept',
  );
});

it.each([
  ['exit code', 'process.exit(9)', 9],
  ['start that fails', null, 127],
])('ends with the server: %s', async (_how, script, code) => {
  const server =
    script === null ? { command: 'no-such-program' } : { ...echo, args: ['-e', script] };
  const child = start(await open({ server }), 'server');
  expect(await once(child, 'close')).toEqual([code, null]);
});

it('ends a server that does not hear the end of its input', async () => {
  const deaf = { ...echo, args: ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'] };
  const child = start(await open({ deaf }), 'deaf');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdin.end();
  await once(child, 'close');
  expect(runs(Number(line))).toBe(false);
});

it('has recorded all that it passed on when it is killed, and its server ends', async () => {
  const script = `console.log(process.pid); process.stdin.pipe(process.stdout)`;
  const capture = await open({ echo: { ...echo, args: ['-e', script] } });
  const child = start(capture, 'echo');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: id } = (await lines.next()) as { value: string };
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await lines.next();
  child.kill('SIGKILL');
  await once(child, 'close');
  expect((await capture.take()).exchanges).toMatchObject([
    { dir: '->', msg: { id: 1 } },
    { dir: '<-', msg: { id: 1 } },
  ]);
  await vi.waitFor(() => expect(runs(Number(id))).toBe(false), { timeout: 10_000 });
});

/** Whether a process runs: one that has ended and waits to be collected does not. */
function runs(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}

it('records what goes to a server over HTTP, as JSON and as a stream of events', async () => {
  const { url, seen } = await serve(({ body }) =>
    body?.['id'] === 1
      ? { headers: { 'mcp-session-id': 's1' }, body: { jsonrpc: '2.0', id: 1, result: {} } }
      : {
          headers: { 'content-type': 'text/event-stream' },
          body: 'event: message\r\ndata: {"jsonrpc":"2.0",\r\ndata: "id":2,"result":{}}\r\n\r\n',
        },
  );
  const capture = await open({ web: { url: `${url}/mcp` } });
  const address = configOf(capture).mcpServers['web']?.['url'] as string;
  const ask = (id: number, headers: Record<string, string>): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }),
      headers: { 'content-type': 'application/json', authorization: 'Bearer k', ...headers },
    });
  const first = await ask(1, {});
  expect(first.headers.get('mcp-session-id')).toBe('s1');
  expect(await first.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  const second = await ask(2, { 'mcp-session-id': 's1' });
  expect(await second.text()).toContain('data: "id":2');
  expect(seen).toMatchObject([
    { path: '/mcp', headers: { authorization: 'Bearer k', host: new URL(url).host } },
    { headers: { 'mcp-session-id': 's1' } },
  ]);
  expect((await capture.take()).exchanges).toMatchObject([
    { server: 'web', connection: null, dir: '->', msg: { id: 1 } },
    { server: 'web', connection: null, dir: '<-', msg: { id: 1 } },
    { server: 'web', connection: 's1', dir: '->', msg: { id: 2 } },
    { server: 'web', connection: 's1', dir: '<-', msg: { id: 2 } },
  ]);
});

it('tells a client that the server behind is not there', async () => {
  const capture = await open({ web: { url: 'http://127.0.0.1:1/mcp' } });
  const address = configOf(capture).mcpServers['web']?.['url'] as string;
  expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(502);
});
