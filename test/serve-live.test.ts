// What programs send to `whichtool serve`: real SDKs, hostile requests, and the server killed under load.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { context, trace as api } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ApiLive, ApiLiveDrift, ApiLivePage, ApiLiveRun } from '#schema';
import { startLoopbackModel } from './loopback-model/server.mjs';
import { whichtool, workspace } from './support/cli.ts';
import { LiveServer, newId, requestOf, runSpans, spanOf, until } from './support/live-server.ts';

const SUITE = `tests:
  - name: finds the order
    select: { agent: desk }
    function_call_coverage: { function_calls: [get_order] }
`;

const project = workspace({ 'package.json': '{}', 'whichtool.yaml': SUITE });
let server: LiveServer;
beforeAll(async () => {
  server = await LiveServer.start(project.path, '--suite', 'whichtool.yaml');
});
afterAll(async () => {
  await server.stop();
  project.remove();
});

/** The token that the page shows for programs. */
async function senderToken(): Promise<string> {
  const { environment } = await server.about();
  const header = environment.find(([name]) => name === 'OTEL_EXPORTER_OTLP_HEADERS')?.[1] ?? '';
  return decodeURIComponent(header).replace('Authorization=Bearer ', '');
}

const settled = (id: string): Promise<ApiLiveRun> =>
  until(
    () => server.get<ApiLiveRun>(`live/traces/${id}`),
    (run) => 'trace' in run && run.trace.outcome !== 'open' && !run.trace.isWaiting,
  );

describe('the OpenTelemetry SDK', () => {
  it.each(['protobuf', 'json'] as const)('sends runs as %s, which are scored', async (kind) => {
    const options = {
      url: `${server.origin}/v1/traces`,
      headers: { Authorization: `Bearer ${await senderToken()}` },
      compression: 'gzip' as never,
    };
    const exporter: SpanExporter =
      kind === 'json' ? new JsonExporter(options) : new ProtoExporter(options);
    const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
    const tracer = provider.getTracer('desk');
    const root = tracer.startSpan('invoke_agent desk', {
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' },
    });
    const inside = api.setSpan(context.active(), root);
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_order' };
    tracer.startSpan('execute_tool get_order', { attributes: tool }, inside).end();
    root.end();
    await provider.forceFlush();
    const { trace, report } = await settled(root.spanContext().traceId);
    await provider.shutdown();
    expect(trace).toMatchObject({ outcome: 'run', verdict: 'pass', summary: { spans: 2 } });
    expect(report).toMatchObject({ name: 'finds the order', runs: 1 });
  });

  it('sends log records, which are joined with the spans of their trace', async () => {
    const traceId = newId(16);
    const spanId = newId(8);
    const chat = spanOf(traceId, 'chat m', { 'gen_ai.operation.name': 'chat' }, { spanId });
    expect((await server.send(requestOf(chat))).status).toBe(200);
    const headers = { Authorization: `Bearer ${await senderToken()}` };
    const exporter = new OTLPLogExporter({ url: `${server.origin}/v1/logs`, headers });
    const provider = new LoggerProvider({
      processors: [new BatchLogRecordProcessor({ exporter })],
    });
    const inside = api.setSpanContext(context.active(), { traceId, spanId, traceFlags: 1 });
    const call = { id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{}' } };
    provider.getLogger('desk').emit({
      eventName: 'gen_ai.choice',
      body: { index: 0, message: { role: 'assistant', tool_calls: [call] } },
      context: inside,
    });
    await provider.forceFlush();
    await provider.shutdown();
    const done = await until(
      () => settled(traceId),
      ({ trace }) => trace.summary?.tools.length === 1,
    );
    expect(done.trace.summary).toMatchObject({ tools: ['get_order'], spans: 2 });
  });
});

it.each([
  ['openinference-langchain', ['search', 'fetch']],
  // Without a span around the agent's work each answer begins a trace.
  ['openllmetry-langchain', ['fetch']],
])(
  'an agent with %s is followed with the environment that the page shows',
  async (instrumentation, tools) => {
    const model = await startLoopbackModel({
      decisions: [
        { when: { answer: 1 }, calls: [{ name: 'search', arguments: { q: 1 } }] },
        { when: { answer: 2 }, calls: [{ name: 'fetch', arguments: { u: 1 } }] },
      ],
    });
    onTestFinished(() => model.close());
    const { environment } = await server.about();
    const find = (): Promise<ApiLivePage> => server.get('live/traces?tool=fetch');
    const before = (await find()).items.length;
    const agent = join(import.meta.dirname, 'capture-agents/langgraph.cjs');
    const child = spawn(process.execPath, [agent, instrumentation], {
      env: {
        ...process.env,
        ...Object.fromEntries(environment),
        OPENAI_BASE_URL: model.baseUrls.openai,
      },
      stdio: 'ignore',
    });
    await once(child, 'exit');
    const runs = await until(find, ({ items }) => items.length > before);
    expect(runs.items[0]?.summary).toMatchObject({ tools, calls: tools.length });
  },
);

describe('a trace', () => {
  it('is scored again when a span comes late, and not changed by what comes twice', async () => {
    const id = newId(16);
    const [chat, tool, root] = runSpans(id, 'where is it?', 'get_order');
    await server.send(requestOf(root!));
    expect((await settled(id)).trace).toMatchObject({ verdict: 'fail', summary: { calls: 0 } });
    await server.send(requestOf(tool!));
    await server.send(requestOf(chat!));
    const late = await until(
      () => settled(id),
      ({ trace }) => trace.summary?.spans === 3,
    );
    expect(late.trace).toMatchObject({ verdict: 'pass', summary: { calls: 1 } });
    await server.send(requestOf(tool!, chat!, root!));
    const twice = await until(
      () => settled(id),
      ({ trace }) => trace.records === 6,
    );
    expect(twice.trace.summary).toEqual(late.trace.summary);
    const all = await server.traces();
    expect(all.filter((trace) => trace.id === id)).toHaveLength(1);
  });

  it('that cannot be read, or is not a run, is listed as such', async () => {
    const [bad, other] = [newId(16), newId(16)];
    const before = (await server.about()).counters.traces;
    await server.send(
      requestOf(
        { traceId: bad, spanId: newId(8), name: 'x', attributes: 7 },
        spanOf(other, 'GET', {}),
      ),
    );
    expect((await settled(bad)).trace).toMatchObject({ outcome: 'unreadable', verdict: null });
    expect((await settled(other)).trace).toMatchObject({ outcome: 'other' });
    expect((await server.about()).counters.traces).toMatchObject({
      unreadable: before.unreadable + 1,
      other: before.other + 1,
    });
  });

  it('shows no secret, wherever it is shown', async () => {
    const id = newId(16);
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    await server.send(requestOf(...runSpans(id, `my key is ${secret}`, 'get_order')));
    const run = await settled(id);
    expect(run.trace.summary?.question).toContain('my key is');
    expect(JSON.stringify([run, await server.traces()])).not.toContain(secret);
  });
});

describe('a request', () => {
  const body = (): string => requestOf(...runSpans(newId(16), 'q', 'get_order'));

  it('needs the token for programs, which opens nothing else', async () => {
    const token = await senderToken();
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await server.send(body(), bearer)).status).toBe(200);
    for (const wrong of ['', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`])
      expect((await server.send(body(), { Authorization: wrong })).status).toBe(401);
    const paths = ['', '/traces', '/traces/x', '/drift', '/events'].map(
      (part) => `/api/v1/live${part}`,
    );
    for (const headers of [bearer, {}])
      for (const path of ['/', '/live', '/drift', '/api/v1/session', ...paths]) {
        const answer = await fetch(server.origin + path, { headers });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    const rule = { method: 'PUT', body: 'null', headers: { 'Content-Type': 'application/json' } };
    expect((await fetch(`${server.origin}/api/v1/live/queue`, rule)).status).toBe(401);
    for (const path of ['/v1/traces', '/v1/logs'])
      expect((await fetch(server.origin + path, { method: 'POST' })).status).toBe(401);
    // A page of another site has the cookie of the browser, and no header.
    const page = await fetch(server.link, { redirect: 'manual' });
    const cookie = page.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
    const headers = { Cookie: cookie, 'Content-Type': 'application/json', Origin: server.origin };
    const forged = await fetch(`${server.origin}/v1/traces`, {
      method: 'POST',
      body: body(),
      headers,
    });
    expect(forged.status).toBe(401);
    const evil = await server.send(body(), { Origin: 'http://evil.example' });
    expect(evil.status).toBe(403);
  });

  it('is answered as the protocol says: in part, or why not', async () => {
    const spans = [...runSpans(newId(16), 'q', 'get_order'), { traceId: 'nonsense', name: 'x' }];
    const partial = await server.send(requestOf(...spans));
    expect(partial.status).toBe(200);
    expect(await partial.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: expect.stringContaining('1 of 4') as unknown,
      },
    });
    const statuses = [
      ['{"resourceSpans":', {}, 400],
      ['[]', {}, 400],
      ['{"resourceSpans":[7]}', {}, 400],
      ['not protobuf', { 'Content-Type': 'application/x-protobuf' }, 400],
      [body(), { 'Content-Type': 'text/plain' }, 415],
      [body(), { 'Content-Encoding': 'br' }, 415],
      ['not gzip', { 'Content-Encoding': 'gzip' }, 400],
      ['', { 'Content-Type': 'application/x-protobuf' }, 200],
      ['{}', {}, 200],
    ] as const;
    for (const [text, headers, status] of statuses)
      expect([text, headers, (await server.send(text, headers)).status]).toEqual([
        text,
        headers,
        status,
      ]);
  });

  it('that is too large, unpacks to too much, or has too many spans is not taken', async () => {
    const before = (await server.about()).counters;
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
    expect((await server.send(bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413);
    const many = Array.from({ length: 20_001 }, () => ({ traceId: newId(16) }));
    expect((await server.send(requestOf(...many))).status).toBe(413);
    const large = await sendLarge(9 * 1024 * 1024);
    expect(large).toBe(413);
    expect((await server.about()).counters.spans).toBe(before.spans);
  });

  it('that is torn changes nothing, and the server goes on', async () => {
    const before = (await server.about()).counters.traces;
    const { hostname, port } = new URL(server.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /v1/traces HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${server.token}\r\n` +
            `Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"resourceSpans":[`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    const id = newId(16);
    await server.send(requestOf(...runSpans(id, 'q', 'get_order')));
    await settled(id);
    const { open, run } = (await server.about()).counters.traces;
    expect([open, run]).toEqual([before.open, before.run + 1]);
  });

  it('beyond what is taken at once is asked to come again', async () => {
    // Requests that never end keep their places.
    const { hostname, port } = new URL(server.origin);
    const stuck = Array.from({ length: 16 }, () => {
      const request = httpRequest({
        hostname,
        port,
        path: '/v1/traces',
        method: 'POST',
        headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      });
      request.on('error', () => {});
      request.write('{');
      return request;
    });
    try {
      const answer = await until(
        () => server.send('{}'),
        ({ status }) => status === 429,
      );
      expect(answer.headers.get('Retry-After')).toBe('1');
    } finally {
      for (const request of stuck) request.destroy();
    }
    await until(
      () => server.send('{}'),
      ({ status }) => status === 200,
    );
  });
});

/** Sends a body of spaces; the server may close the connection before it has all of it. */
async function sendLarge(bytes: number): Promise<number | undefined> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path: '/v1/traces',
        method: 'POST',
        headers: {
          Authorization: `Bearer ${server.token}`,
          'Content-Type': 'application/json',
          'Content-Length': bytes,
        },
      },
      ({ statusCode }) => resolve(statusCode),
    );
    request.on('error', () => {});
    request.end(Buffer.alloc(bytes, 0x20));
  });
}

describe('after kill -9', () => {
  it('everything that was acknowledged is there, whole and once', async () => {
    const space = workspace({ 'package.json': '{}' });
    onTestFinished(() => space.remove());
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      const killed = await LiveServer.start(space.path);
      const sending = { isOn: true };
      const senders = Array.from({ length: 4 }, async () => {
        while (sending.isOn) {
          const ids = Array.from({ length: 5 }, () => newId(16));
          const spans = ids.flatMap((id) => runSpans(id, `question of ${id}`, 'get_order'));
          const answer = await killed.send(requestOf(...spans)).catch(() => null);
          if (answer?.status === 200) for (const id of ids) acknowledged.set(id, 3);
        }
      });
      const enough = acknowledged.size + 100 * (round + 1);
      await until(
        async () => acknowledged.size,
        (size) => size >= enough,
      );
      await killed.stop('SIGKILL');
      sending.isOn = false;
      await Promise.all(senders);
    }
    const again = await LiveServer.start(space.path);
    onTestFinished(() => again.stop());
    const stored = await until(
      () => again.traces(),
      (traces) => traces.every(({ outcome, isWaiting }) => outcome !== 'open' && !isWaiting),
    );
    const byId = new Map(stored.map((trace) => [trace.id, trace]));
    expect(byId.size).toBe(stored.length);
    for (const [id, records] of acknowledged)
      expect(byId.get(id)).toMatchObject({
        outcome: 'run',
        records,
        summary: { spans: records },
      });
    // The log is OTLP/JSON that every command reads.
    const { stdout } = await whichtool(['inspect', '.whichtool/live/log/*.jsonl', '--json'], {
      cwd: space.path,
    });
    expect((JSON.parse(stdout) as { runs: object }).runs).toMatchObject({
      measured: stored.length,
    });
  });
});

describe('two windows', () => {
  it('are compared as whichtool drift compares files', async () => {
    const space = workspace({ 'package.json': '{}' });
    onTestFinished(() => space.remove());
    const own = await LiveServer.start(space.path);
    onTestFinished(() => own.stop());
    const send = async (tools: readonly string[]): Promise<void> => {
      for (const tool of tools) await own.send(requestOf(...runSpans(newId(16), 'q', tool)));
    };
    await send(Array.from({ length: 40 }, () => 'get_order'));
    const middle = new Date(Date.now() + 1);
    await until(
      async () => Date.now(),
      (now) => now > middle.getTime(),
    );
    await send(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 'get_order' : 'search')));
    await until(
      () => own.about(),
      ({ counters }) => counters.traces.run === 80,
    );
    const iso = (ms: number): string => new Date(ms).toISOString();
    const [from, to] = [iso(middle.getTime() - 3_600_000), iso(middle.getTime() + 3_600_000)];
    const windows = new URLSearchParams({
      before: `${from}/${middle.toISOString()}`,
      after: `${middle.toISOString()}/${to}`,
    });
    const drift = await own.get<ApiLiveDrift>(`live/drift?${windows.toString()}`);
    expect(drift.before).toEqual({ arrived: 40, read: 40 });
    const { tools } = drift.report;
    const changed = tools.items.filter(({ hasChanged }) => hasChanged);
    expect(changed.map(({ tool }) => tool).sort()).toEqual(['get_order', 'search']);
    const refused = await own.get<{ error: object }>('live/drift?before=x&after=y');
    expect(refused).toHaveProperty('error');
  });
});

describe('a rule', () => {
  it('writes runs to a sample that can be assigned and labelled', async () => {
    const rule = { folder: 'samples/live', when: 'failed', tool: null, percent: 100 };
    const answer = await fetch(`${server.origin}/api/v1/live/queue`, {
      method: 'PUT',
      body: JSON.stringify(rule),
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    });
    expect(await answer.json()).toEqual(rule);
    const [good, bad] = [newId(16), newId(16)];
    await server.send(requestOf(...runSpans(good, 'a good question', 'get_order')));
    await server.send(requestOf(...runSpans(bad, 'a bad question', 'search')));
    await until(
      () => server.get<ApiLive>('live'),
      ({ queued }) => queued > 0,
    );
    await settled(good);
    const ran = await whichtool(
      ['label', 'assign', 'samples/live', '--reviewers', 'ann,ben', '--overlap', '100%'],
      { cwd: project.path },
    );
    expect(ran).toMatchObject({ code: 0 });
  });
});

it('no request was a fault of the server', () => {
  expect(server.stderr).not.toContain('This is a bug');
});
