// A model on this machine for real coding agents: it takes whatever members they send, streams where they ask for it, and
// decides by the tools that are offered and how many calls were answered so far.
import { createServer } from 'node:http';
import { complete } from './decide.mjs';
import { streamText } from './streams.mjs';
import * as anthropic from './wires/anthropic.mjs';
import * as google from './wires/google.mjs';
import * as openaiChat from './wires/openai-chat.mjs';
import * as openaiResponses from './wires/openai-responses.mjs';

/** How much of a request is read, by vendor: the tools, and the calls that it repeats. */
const READERS = [
  {
    wire: openaiChat,
    path: openaiChat.path,
    tools: ({ tools = [] }) => tools.map(({ function: tool }) => tool?.name),
    calls: ({ messages }) => messages.flatMap(({ tool_calls: calls = [] }) => calls ?? []).length,
  },
  {
    wire: openaiResponses,
    path: openaiResponses.path,
    tools: ({ tools = [] }) =>
      tools.flatMap(({ type, name, tools: inner = [] }) =>
        type === 'namespace' ? inner.map((tool) => tool.name) : [name ?? type],
      ),
    calls: ({ input }) => input.filter(({ type }) => (type ?? '').endsWith('_call')).length,
  },
  {
    wire: anthropic,
    path: anthropic.path,
    tools: ({ tools = [] }) => tools.map(({ name }) => name),
    calls: ({ messages }) =>
      messages.flatMap(({ content }) =>
        Array.isArray(content) ? content.filter(({ type }) => type === 'tool_use') : [],
      ).length,
  },
  {
    wire: google,
    path: /\/models\/([^/]+):(?:streamGenerateContent|generateContent)$/,
    tools: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations = [] }) =>
        functionDeclarations.map(({ name }) => name),
      ),
    calls: ({ contents }) =>
      contents.flatMap(({ parts = [] }) => parts.filter((part) => part.functionCall)).length,
  },
];

/** Calls of the Responses API name the namespace of their tool, where it has one. */
function withNamespaces(answer, { tools = [] }) {
  const spaces = new Map(
    tools.flatMap(({ type, name, tools: inner = [] }) =>
      type === 'namespace' ? inner.map((tool) => [tool.name, name]) : [],
    ),
  );
  const output = answer.output?.map((item) =>
    spaces.has(item.name) ? { ...item, namespace: spaces.get(item.name) } : item,
  );
  return output === undefined ? answer : { ...answer, output };
}

/** @type {typeof import('./agent-model.mjs').startAgentModel} */
export async function startAgentModel({ decide, cuts = () => false }) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://loopback');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const reader = READERS.find(({ path }) => path.test(url.pathname));
    if (reader === undefined || request.method !== 'POST') {
      requests.push({ wire: null, path: url.pathname, headers: request.headers, body: null });
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { wire } = reader;
    requests.push({ wire: wire.name, path: url.pathname, headers: request.headers, body });
    const model = body.model ?? decodeURIComponent(reader.path.exec(url.pathname)?.[1] ?? '');
    const ask = { model, tools: reader.tools(body), calls: reader.calls(body), turns: [], body };
    const answer = withNamespaces(wire.write(ask, complete(ask, decide(ask), null)), body);
    const streams = body.stream === true || url.pathname.endsWith(':streamGenerateContent');
    if (!streams) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = streamText(wire.name, answer);
    if (cuts(requests.length))
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    else response.end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
