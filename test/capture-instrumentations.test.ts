// Agents without a span around their work, recorded by the instrumentations that people use.
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type LoopbackOptions, startLoopbackModel } from './loopback-model/server.mjs';
import { whichtool, workspace } from './support/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** Three calls in two answers, then an answer without any. */
const SEARCHES: LoopbackOptions = {
  decisions: [
    { when: { answer: 1 }, calls: [{ name: 'search', arguments: { q: 1 } }] },
    {
      when: { answer: 2 },
      calls: [
        { name: 'search', arguments: { q: 2 } },
        { name: 'fetch', arguments: { u: 1 } },
      ],
    },
  ],
};

interface Native {
  readonly tool_calls: readonly Record<string, unknown>[];
  readonly [member: string]: unknown;
}

/** What an agent did against a model of this script, as `capture` records it. */
async function capture(
  script: LoopbackOptions,
  agent: string,
  ...args: readonly string[]
): Promise<Native> {
  const model = await startLoopbackModel(script);
  onTestFinished(() => model.close());
  const space = workspace({});
  onTestFinished(() => space.remove());
  const ran = await whichtool(
    ['capture', ...args.filter((arg) => arg.startsWith('--')), '--', process.execPath].concat(
      join(ROOT, 'test/capture-agents', agent),
      args.filter((arg) => !arg.startsWith('--')),
    ),
    { cwd: space.path, env: { OPENAI_BASE_URL: model.baseUrls.openai } },
  );
  expect(ran).toMatchObject({ code: 0 });
  expect(model.stats.requests).toBe(3);
  return JSON.parse(ran.stdout) as Native;
}

const callsOf = ({ tool_calls: calls }: Native): unknown[] =>
  calls.map(({ name, id, arguments: given, turn }) => [name, id, given, turn]);

const EXPECTED = [
  ['search', 'call_1', { q: 1 }, 1],
  ['search', 'call_2', { q: 2 }, 2],
  ['fetch', 'call_3', { u: 1 }, 2],
];

it.each(['otel-openai', 'openinference-openai', 'openllmetry-openai'])(
  'counts each call of an OpenAI loop once, as %s records it',
  async (instrumentation) => {
    const trace = await capture(SEARCHES, 'openai-loop.cjs', '--no-model-proxy', instrumentation);
    expect(callsOf(trace)).toEqual(EXPECTED);
    expect(trace.usage).toEqual({ input_tokens: 300, output_tokens: 60 });
    expect(trace.output).toBe('done');
  },
);

it('keeps the names of calls where content is not recorded', async () => {
  const args = ['--no-model-proxy', 'otel-openai', 'no-content'];
  const trace = await capture(SEARCHES, 'openai-loop.cjs', ...args);
  expect(trace.tool_calls.map(({ name }) => name)).toEqual(['search', 'search', 'fetch']);
});

it('does not take answers that were not recorded for answers without a call', async () => {
  const args = ['--no-model-proxy', 'openllmetry-openai', 'no-content'];
  const trace = await capture(SEARCHES, 'openai-loop.cjs', ...args);
  expect(trace).toMatchObject({ tool_calls: [], error: { code: 'READ_ANSWER_MISSING' } });
});

it.each([
  'openinference-langchain',
  'openllmetry-langchain',
  'openllmetry-langchain,openllmetry-openai',
  'openinference-langchain,otel-openai',
  'openinference-langchain,openllmetry-langchain,openllmetry-openai',
])('counts each call of a LangGraph agent once, as %s record it', async (instrumentations) => {
  const trace = await capture(SEARCHES, 'langgraph.cjs', instrumentations);
  expect(callsOf(trace)).toEqual(EXPECTED);
  expect(trace.tool_calls.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  expect(trace.usage).toEqual({ input_tokens: 300, output_tokens: 60 });
});

it.each(['otel-openai', 'openinference-openai', 'openllmetry-openai'])(
  'counts each MCP call once beside %s',
  async (instrumentation) => {
    const echo = (message: string): object => ({ name: 'echo', arguments: { message } });
    const script = {
      decisions: [
        { when: { answer: 1 }, calls: [echo('a')] },
        { when: { answer: 2 }, calls: [echo('b')] },
      ],
    } as LoopbackOptions;
    const server = `--server=everything=${process.execPath} ${EVERYTHING}`;
    const trace = await capture(script, 'openai-loop.cjs', server, instrumentation);
    expect(trace.tool_calls).toMatchObject([
      { server: 'everything', name: 'echo', id: 'call_1', arguments: { message: 'a' } },
      { server: 'everything', name: 'echo', id: 'call_2', arguments: { message: 'b' } },
    ]);
    expect(trace.tool_calls).toHaveLength(2);
  },
);
