// A small MCP server over stdio with one tool, `look`. Usage: node look-server.mjs [result]
import { createInterface } from 'node:readline';

const [found = 'empty'] = process.argv.slice(2);
const TOOL = {
  name: 'look',
  description: 'Looks at a place and says what is there.',
  inputSchema: { type: 'object', properties: { place: { type: 'integer' } }, required: ['place'] },
};
const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1' },
  }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': () => ({ content: [{ type: 'text', text: found }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = RESULTS[method]?.(params);
  const outcome =
    result === undefined ? { error: { code: -32601, message: 'unknown method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
}
