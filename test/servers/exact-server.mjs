// An MCP server that records the raw text of every message and answers with integers that no double holds.
// Usage: node exact-server.mjs <file> stdio | json | sse; over HTTP it prints its port.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [file, mode] = process.argv.slice(2);
const TOOL =
  '{"name":"find","inputSchema":{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}}';
const RESULTS = {
  initialize: () =>
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"exact","version":"1"}}',
  'tools/list': () => `{"tools":[${TOOL}]}`,
  'tools/call': () =>
    '{"content":[],"structuredContent":{"next":9007199254740995,"share":0.6666666666666666}}',
};

/** The raw answer to a raw message; null where none is due. */
function answer(text) {
  appendFileSync(file, `${text}\n`);
  const { id, method } = JSON.parse(text);
  if (id === undefined) return null;
  const result = RESULTS[method]?.();
  const outcome =
    result === undefined ? '"error":{"code":-32601,"message":"unknown"}' : `"result":${result}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`;
}

if (mode === 'stdio') {
  for await (const line of createInterface({ input: process.stdin })) {
    const text = answer(line);
    if (text !== null) process.stdout.write(`${text}\n`);
  }
} else {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = answer(Buffer.concat(chunks).toString('utf8'));
    if (text === null) return response.writeHead(202).end();
    const type = mode === 'sse' ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    return response.end(
      mode === 'sse' ? `id: 9007199254740993\nevent: message\ndata: ${text}\n\n` : text,
    );
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}
