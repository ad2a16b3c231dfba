// A loop over the OpenAI client that does what a model asks for, until it asks for nothing. It opens no span of its own.
// Usage: node openai-loop.cjs <instrumentations, separated by commas> [no-content]
const { readFileSync } = require('node:fs');
const { instrument } = require('./instrument.cjs');

const flush = instrument(process.argv[2].split(','), { content: process.argv[3] !== 'no-content' });
const { default: OpenAI } = require('openai');

/** The tools of the MCP server `everything` where there is a file that names it, otherwise two of its own. */
async function openTools() {
  const config = process.env.WHICHTOOL_MCP_CONFIG;
  if (config === undefined)
    return { names: ['search', 'fetch'], call: async () => 'found', close: async () => {} };
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { everything } = JSON.parse(readFileSync(config, 'utf8')).mcpServers;
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...everything, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    names: tools.map(({ name }) => name),
    call: async ({ name, arguments: given }) => {
      const result = await client.callTool({ name, arguments: JSON.parse(given) });
      return JSON.stringify(result.content);
    },
    close: () => client.close(),
  };
}

async function main() {
  const client = new OpenAI({ apiKey: 'key' });
  const { names, call, close } = await openTools();
  const tools = names.map((name) => ({
    type: 'function',
    function: { name, description: name, parameters: { type: 'object', properties: {} } },
  }));
  const messages = [{ role: 'user', content: 'What is new?' }];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'model', messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) break;
    for (const one of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: one.id, content: await call(one.function) });
  }
  await close();
  await flush();
}

void main();
