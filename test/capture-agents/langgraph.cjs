// A LangGraph agent with two tools and the OpenAI client below it. It opens no span of its own.
// Usage: node langgraph.cjs <instrumentations, separated by commas>
const { instrument } = require('./instrument.cjs');

const flush = instrument(process.argv[2].split(','));
const { tool } = require('@langchain/core/tools');
const { createReactAgent } = require('@langchain/langgraph/prebuilt');
const { ChatOpenAI } = require('@langchain/openai');

const tools = ['search', 'fetch'].map((name) =>
  tool(() => 'found', { name, description: name, schema: { type: 'object', properties: {} } }),
);

async function main() {
  const llm = new ChatOpenAI({ model: 'model', apiKey: 'key' });
  const agent = createReactAgent({ llm, tools });
  await agent.invoke({ messages: [{ role: 'user', content: 'What is new?' }] });
  await flush();
}

void main();
