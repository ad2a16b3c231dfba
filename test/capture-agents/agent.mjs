// An agent without a model: it makes the calls of its plan over real MCP clients, and exports them over a real
// OpenTelemetry SDK. It knows nothing of whichtool. Usage: node agent.mjs <plan | @file> [mcp.json]
import { readFileSync } from 'node:fs';

const given = process.argv[2];
const plan = JSON.parse(given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given);
const configFile = process.argv[3] ?? process.env.WHICHTOOL_MCP_CONFIG;
const servers =
  configFile === undefined ? {} : JSON.parse(readFileSync(configFile, 'utf8')).mcpServers;

const clients = new Map();
async function clientOf(name) {
  if (clients.has(name)) return clients.get(name);
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { command, args, env, url, headers } = servers[name];
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, env, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(transport);
  await client.listTools();
  clients.set(name, client);
  return client;
}

async function openTelemetry() {
  const { NodeTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await (plan.exporter === 'http'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  const options = plan.compression === undefined ? {} : { compression: plan.compression };
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(options))],
  });
  provider.register();
  return provider;
}

const telemetry = plan.exporter === undefined ? null : await openTelemetry();
const tracer = telemetry?.getTracer('agent');

/** Does something inside a span, where spans are exported. */
async function inSpan(name, attributes, act) {
  if (tracer === undefined) return await act();
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await act();
    } finally {
      span.end();
    }
  });
}

const results = [];
async function call({ server, tool, args }) {
  if (server === undefined) return;
  const client = await clientOf(server);
  const { content, isError = false } = await client.callTool({ name: tool, arguments: args });
  results.push({ isError, content });
}

async function decide(one, id) {
  const { tool, args, spelled = tool, isSilent = false } = one;
  if (isSilent) return await call(one);
  const part = { type: 'tool_call', id, name: spelled, arguments: args };
  const answer = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'model',
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [part] }]),
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 2,
  };
  await inSpan('chat model', answer, () => {});
  const execution = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': spelled,
    'gen_ai.tool.call.id': id,
  };
  return await inSpan(`execute_tool ${spelled}`, execution, () => call(one));
}

const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' };
await inSpan('invoke_agent planner', agent, async () => {
  for (const [index, one] of plan.calls.entries()) await decide(one, `call_${index + 1}`);
});
await telemetry?.shutdown();
if (plan.crash !== undefined) process.exit(plan.crash);
if (plan.hang === true) {
  process.stdout.write('hanging\n');
  await new Promise((resolve) => setTimeout(resolve, 1e9));
}
for (const client of clients.values()) await client.close();
process.stdout.write(`${JSON.stringify(results)}\n`);
