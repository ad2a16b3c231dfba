import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOOL = {
  name: 'look',
  description: 'Looks at a place and says what is there.',
  inputSchema: { type: 'object', properties: { place: { type: 'integer' } } },
};

/** A small MCP server over streamable HTTP with the tool `look`, which always finds the same. Lists come as an event. */
export async function startHttpServer(
  found: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1' },
    },
    'tools/list': { tools: [TOOL] },
    'tools/call': { content: [{ type: 'text', text: found }] },
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        id?: number;
        method: string;
      };
      const text = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} });
      const isStream = method === 'tools/list';
      response.writeHead(200, {
        'content-type': isStream ? 'text/event-stream' : 'application/json',
      });
      response.end(isStream ? `event: message\ndata: ${text}\n\n` : text);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
