// A server of the newest SDK, over stdio or, with a port as argument, over streamable HTTP. `new` refuses the old revision.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const make = ({ era }) => {
  const server = new McpServer({ name: 'two-revisions', version: '1' });
  server.registerTool('era', { description: 'Which revision is spoken' }, async () => ({
    content: [{ type: 'text', text: era }],
  }));
  return server;
};

const [kind, allowed = 'both'] = process.argv.slice(2);
const options = allowed === 'new' ? { legacy: 'reject' } : {};
if (kind === 'http') {
  const handler = createMcpHandler(make, options);
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const hasBody = request.method === 'POST';
    const answer = await handler.fetch(
      new Request(url, {
        method: request.method,
        headers: request.headers,
        ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else Readable.fromWeb(answer.body).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
} else serveStdio(make, options);
