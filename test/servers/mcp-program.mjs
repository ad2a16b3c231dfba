// A program that uses the first MCP server of its config: it lists the tools, calls `look` with 1 and with 2, and prints the
// description and both results as JSON.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { mcpServers } = JSON.parse(readFileSync(process.env.WHICHTOOL_MCP_CONFIG, 'utf8'));
const [{ command, args, env, url, headers }] = Object.values(mcpServers);

/** @returns {(method: string, params: object) => Promise<any>} */
function connect() {
  let ids = 0;
  if (url !== undefined)
    return async (method, params) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params }),
      });
      const text = await response.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
    };
  const server = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  process.on('exit', () => server.kill());
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
  });
  return (method, params) =>
    new Promise((resolve) => {
      waiting.set(++ids, resolve);
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, method, params })}\n`);
    });
}

const ask = connect();
await ask('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'program', version: '1' },
});
const { tools } = await ask('tools/list', {});
const results = [];
for (const place of [1, 2]) {
  const { content, isError } = await ask('tools/call', { name: 'look', arguments: { place } });
  results.push(`${content[0].text}${isError === true ? ' (error)' : ''}`);
}
process.stdout.write(JSON.stringify([tools[0].description, ...results]));
process.exit(0);
