// A server that does what servers must not do. The first argument says what; the rest is for it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [mode = 'plain', detail = ''] = process.argv.slice(2);
const ABYSS = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
const write = (message) =>
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', ...message }).replace('"ABYSS"', ABYSS)}\n`,
  );
const answer = (id, result) => write({ id, result });
const refuse = (id, code, message) => write({ id, error: { code, message } });
const text = (said) => ({ content: [{ type: 'text', text: said }] });
const tool = (name, more = {}) => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  ...more,
});
const nested = (depth) => (depth === 0 ? 1 : { a: nested(depth - 1) });

let tools = [tool('echo')];
let pages = 0;
if (mode === 'deaf') for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
if (mode === 'deaf') setInterval(() => {}, 1000);
if (mode === 'slow-start') await new Promise((resolve) => setTimeout(resolve, Number(detail)));
if (mode === 'banner') {
  process.stdout.write(
    'Hostile server v1\n\u001B[31mred\u001B[0m\n{"not": "a message"}\n[1, 2]\nfive\nsix\n',
  );
}
if (mode === 'exit') {
  process.stderr.write(`reason \u001B[2J of the end, key ${process.env.API_KEY}\n`);
  process.exit(Number(detail));
}
if (mode === 'signal') process.kill(process.pid, detail);
if (mode === 'long-line') process.stdout.write(`"${'x'.repeat(30_000_000)}"\n`);
if (mode === 'endless-line') setInterval(() => process.stdout.write('x'.repeat(1_000_000)), 1);
if (mode === 'flood') process.stdout.write('tiny\n'.repeat(1_000_000));
if (mode === 'fork') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  tools = [tool('echo', { description: `${process.pid} ${child.pid}` })];
}
if (mode === 'names')
  tools = ['a.b', 'b', 'same', 'same', 'x'.repeat(2000)].map((name) => tool(name));
if (mode === 'many') tools = Array.from({ length: 100_001 }, (_, index) => tool(`t${index}`));
if (mode === 'huge-schema') tools = [tool('echo', { description: 'x'.repeat(11 * 1024 * 1024) })];
if (mode === 'deep-schema')
  tools = [tool('echo', { inputSchema: { type: 'object', not: nested(200) } })];
if (mode === 'ansi') tools = [tool('echo', { description: '\u001B[2Jgone\u202E' })];

const initialize = (id, { protocolVersion }) => {
  if (mode === 'hang-initialize') return;
  if (mode === 'exit-initialize') process.exit(Number(detail));
  if (mode === 'broken-initialize') return answer(id, { nothing: true });
  answer(id, {
    protocolVersion: mode === 'wrong-version' ? '1999-01-01' : protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'hostile', version: '1' },
  });
};

const list = (id, { cursor }) => {
  if (mode === 'hang-list') return;
  if (mode === 'circle') return answer(id, { tools: [], nextCursor: cursor === 'a' ? 'b' : 'a' });
  if (mode === 'endless-pages') return answer(id, { tools: [], nextCursor: `${(pages += 1)}` });
  if (mode === 'pages') {
    const at = Number(cursor ?? 0);
    return answer(id, { tools: [tool(`t${at}`)], ...(at < 4 ? { nextCursor: `${at + 1}` } : {}) });
  }
  if (mode === 'broken-list') return answer(id, { tools: [{ name: 7 }] });
  answer(id, { tools });
};

let late = null;
const call = (id, { name, arguments: args }) => {
  switch (mode) {
    case 'hang-call':
      late = id;
      return;
    case 'exit-call':
      process.stderr.write('out of patience\n');
      return process.exit(Number(detail));
    case 'twice':
      answer(id, text('first'));
      return answer(id, text('second'));
    case 'unknown-id':
      answer(4711, text('nobody asked'));
      return answer(id, text('asked'));
    case 'ask':
      for (const [index, method] of [
        'sampling/createMessage',
        'elicitation/create',
        'roots/list',
      ].entries()) {
        write({ id: `q${index}`, method, params: {} });
      }
      return answer(id, text('asked for everything'));
    case 'change':
      tools = [...tools, tool(`new${tools.length}`)];
      write({ method: 'notifications/tools/list_changed' });
      return answer(id, text('changed'));
    case 'environment':
      return answer(id, text(JSON.stringify(process.env)));
    case 'arguments':
      return answer(id, text(JSON.stringify(args)));
    case 'long-result':
      return answer(id, text('y'.repeat(2_000_000)));
    case 'deep-result':
      return answer(id, { ...text('deep'), structuredContent: nested(200) });
    case 'abyss':
      return answer(id, { ...text('deep'), structuredContent: 'ABYSS' });
    case 'broken-result':
      return answer(id, { content: 'none' });
    case 'refuse':
      return refuse(id, -32602, 'no such thing');
    case 'is-error':
      return answer(id, { ...text('it failed'), isError: true });
    case 'blocks':
      return answer(id, {
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
          { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
          { type: 'resource_link', uri: 'file:///c', name: 'c' },
        ],
        structuredContent: { n: 1 },
      });
    default:
      return answer(id, text(`${name} of ${process.pid}`));
  }
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (late !== null && method !== 'notifications/cancelled') {
    answer(late, text('too late'));
    late = null;
  }
  if (id === undefined || method === undefined) return;
  if (method === 'initialize') initialize(id, params);
  else if (mode === 'end-on-question' && method === 'server/discover') process.exit(1);
  else if (mode === 'silent-on-question' && method === 'server/discover') return;
  else if (mode === 'hang-initialize') return;
  else if (method === 'tools/list') list(id, params);
  else if (method === 'tools/call') call(id, params);
  else refuse(id, -32601, 'Method not found');
});
