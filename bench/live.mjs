// Live traces: spans sent to `whichtool serve` at a fixed rate, from sending to the event that a page gets, and memory.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLI, DATA } from './places.mjs';
import { atLeast, atMost } from './row.mjs';

const TRACES_PER_SECOND = 200;
const SPANS_PER_TRACE = 10;
const STEP_MS = 100;
const MEMORY_SAMPLES = 20;
const SUITE = `tests:
  - name: finds the order
    select: { agent: desk }
    function_call_coverage: { function_calls: [get_order] }
`;

export async function measureLive({ quick }) {
  // BENCH_LIVE_SECONDS=600 is the long form, which shows whether memory levels off.
  const seconds = quick ? 15 : Number(process.env.BENCH_LIVE_SECONDS ?? 120);
  const folder = join(DATA, 'live');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'whichtool.yaml'), SUITE);
  const server = await start(folder);
  const events = new Events(server);
  try {
    await events.open();
    await sendFor(server, events, 5);
    const early = memoryOf(server.child.pid);
    events.forget();
    const memory = [];
    const sampling = setInterval(
      () => memory.push(memoryOf(server.child.pid)),
      (seconds * 1000) / MEMORY_SAMPLES,
    );
    const steady = await sendFor(server, events, seconds);
    await events.arrived(steady.traces);
    clearInterval(sampling);
    process.stderr.write(`memory in MB: ${memory.map((each) => each.toFixed(0)).join(' ')}\n`);
    const half = memory[Math.floor(memory.length / 2)] ?? early;
    const late = memoryOf(server.child.pid);
    const { p50, p99 } = events.delays();
    const burst = await sendAll(server, quick ? 20_000 : 100_000);
    const page = await timePage(server);
    return [
      atLeast(
        'spans acknowledged, 200 traces of 10 spans a second',
        steady.spans / steady.seconds,
        '/s',
        0.99 * TRACES_PER_SECOND * SPANS_PER_TRACE,
      ),
      atMost('requests turned away', steady.refused, '', 0),
      atMost('from the last span to the scored event, median', p50, 'ms', 1000),
      atMost('from the last span to the scored event, 99 of 100', p99, 'ms', 1000),
      atMost('memory after 5 s', early, 'MB', null),
      atMost(`memory after ${seconds / 2} s more`, half, 'MB', null),
      atMost(`memory after ${seconds} s more`, late, 'MB', quick ? early + 100 : half + 20),
      atLeast('spans acknowledged, as fast as they are taken', burst, '/s', null),
      atMost('a page of the list', page, 'ms', 50),
    ];
  } finally {
    events.close();
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
}

async function start(cwd) {
  const args = [CLI, 'serve', '--no-open', '--suite', 'whichtool.yaml'];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { origin, searchParams } = new URL(line);
  return { child, origin, headers: { Authorization: `Bearer ${searchParams.get('token')}` } };
}

/** Sends traces at the rate for so long, in a request per step. */
async function sendFor(server, events, seconds) {
  const began = performance.now();
  const sent = { spans: 0, traces: 0, refused: 0, seconds: 0 };
  const perStep = (TRACES_PER_SECOND * STEP_MS) / 1000;
  const answers = [];
  for (let step = 0; step < (seconds * 1000) / STEP_MS; step++) {
    const wait = began + step * STEP_MS - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const ids = Array.from({ length: perStep }, () => randomBytes(16).toString('hex'));
    for (const id of ids) events.expect(id);
    answers.push(
      trySend(server, ids).then((isTaken) => {
        if (!isTaken) sent.refused += 1;
        else sent.traces += ids.length;
      }),
    );
  }
  await Promise.all(answers);
  sent.spans = sent.traces * SPANS_PER_TRACE;
  sent.seconds = (performance.now() - began) / 1000;
  return sent;
}

/** Sends so many spans, eight requests at once; returns spans per second. */
async function sendAll(server, spans) {
  const began = performance.now();
  let left = spans;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left > 0) {
        left -= 50 * SPANS_PER_TRACE;
        const ids = Array.from({ length: 50 }, () => randomBytes(16).toString('hex'));
        while (!(await send(server, ids)));
      }
    }),
  );
  return (spans / (performance.now() - began)) * 1000;
}

async function send({ origin, headers }, ids) {
  const body = JSON.stringify({
    resourceSpans: [
      { resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans: ids.flatMap(spansOf) }] },
    ],
  });
  const answer = await fetch(`${origin}/v1/traces`, {
    method: 'POST',
    body,
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** An exporter sends again what a broken connection lost; here it counts as turned away. */
async function trySend(server, ids) {
  try {
    return await send(server, ids);
  } catch {
    return false;
  }
}

const text = (value) => ({ stringValue: value });

/** A run with four calls in four answers, and the root at its end. */
function spansOf(traceId) {
  const root = traceId.slice(0, 16);
  const span = (i, name, attributes, more = { parentSpanId: root }) => ({
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: 1,
    startTimeUnixNano: `17672256000${String(i).padStart(2, '0')}000000`,
    endTimeUnixNano: `17672256000${String(i).padStart(2, '0')}900000`,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: text(value) })),
    ...more,
  });
  const part = { type: 'text', content: `Where is order ${traceId.slice(0, 6)}? It is late.` };
  const input = JSON.stringify([{ role: 'user', parts: [part] }]);
  const calls = ['search', 'get_order', 'search', 'refund'].flatMap((tool, i) => {
    const call = { type: 'tool_call', id: `c${i}`, name: tool, arguments: { id: traceId } };
    return [
      span(2 * i, 'chat m', {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.input.messages': input,
        'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [call] }]),
      }),
      span(2 * i + 1, `execute_tool ${tool}`, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': `c${i}`,
        'gen_ai.tool.call.result': 'found nothing in the last three days',
      }),
    ];
  });
  const answer = JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'Soon.' }] },
  ]);
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' };
  return [
    ...calls,
    span(9, 'chat m', { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': answer }),
    span(0, 'invoke_agent desk', agent, { spanId: root }),
  ];
}

/** The events of the server, and when the traces that were sent appeared scored in them. */
class Events {
  #server;
  #stop = new AbortController();
  #sentAt = new Map();
  #delays = [];

  constructor(server) {
    this.#server = server;
  }

  async open() {
    const { origin, headers } = this.#server;
    const { signal } = this.#stop;
    const answer = await fetch(`${origin}/api/v1/live/events?after=0`, { headers, signal });
    this.#read(answer.body).catch(() => {});
  }

  expect(id) {
    this.#sentAt.set(id, performance.now());
  }

  forget() {
    this.#delays = [];
  }

  async arrived(count) {
    while (this.#delays.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  delays() {
    const sorted = this.#delays.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
    return { p50: at(0.5), p99: at(0.99) };
  }

  close() {
    this.#stop.abort();
  }

  async #read(body) {
    let rest = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop();
      for (const event of events) if (event.startsWith('event: traces')) this.#note(event);
    }
  }

  #note(event) {
    const now = performance.now();
    for (const { id, outcome } of JSON.parse(event.slice(event.indexOf('data: ') + 6))) {
      const sentAt = this.#sentAt.get(id);
      if (outcome !== 'run' || sentAt === undefined) continue;
      this.#delays.push(now - sentAt);
      this.#sentAt.delete(id);
    }
  }
}

function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function timePage({ origin, headers }) {
  let best = Infinity;
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    await (await fetch(`${origin}/api/v1/live/traces?limit=200`, { headers })).arrayBuffer();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
