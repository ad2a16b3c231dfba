import type { Json, Trace } from '#core';
import { describe, expect, it, test } from 'vitest';
import * as messages from './fixtures/message-models.ts';
import * as spans from './fixtures/span-models.ts';
import { readContent } from './fixtures/reader-case.ts';
import { lines } from './spans/fixtures/spans.ts';

async function read(records: readonly unknown[]): Promise<readonly Trace[]> {
  const only = records.length === 1;
  const content = only ? JSON.stringify(records[0]) : lines(...(records as readonly Json[]));
  const read = await readContent(only ? 'run.json' : 'run.jsonl', content, null);
  return read.flatMap((record) => (record.kind === 'trace' ? [record.trace] : []));
}

describe('the model of a run', () => {
  test.each<[string, readonly unknown[]]>([
    ['OpenAI Chat Completions', messages.openAi],
    ['streamed Chat Completions', messages.chunks],
    ['OpenAI Responses', messages.responses],
    ['Anthropic Messages', messages.anthropic],
    ['Gemini', messages.gemini],
    ['Google ADK', [messages.adk]],
    ['the AI SDK', [messages.aiSdk]],
    ['LangChain', [messages.langchain]],
    ['LangSmith', spans.langsmith],
    ['Langfuse', spans.langfuse],
    ['OpenTelemetry', [spans.otlp]],
    ['OpenInference', [spans.openinference]],
    ['Claude Code', messages.claudeCode],
    [
      'Inspect AI, by its events',
      [messages.inspectLog({ events: messages.MODELS.map(messages.inspectEvent) })],
    ],
    ['Inspect AI, by its messages', [messages.inspectLog({ messages: messages.inspectMessages })]],
    ['ATIF', [messages.atif]],
    ['Mastra', [spans.mastra]],
    ['OpenAI Agents', spans.openAiAgents],
  ])('of %s is that of most answers of its agent', async (_, records) => {
    expect((await read(records)).map(({ model }) => model)).toEqual(['main-1']);
  });

  test.each<[string, unknown, string]>([
    [
      'of an Inspect log',
      messages.inspectLog({ messages: [{ role: 'assistant', content: 'So.' }] }),
      'openai/alias',
    ],
    [
      'of a tau2-bench file',
      {
        tasks: [],
        info: {
          agent_info: { implementation: 'llm_agent', llm: 'gpt-4.1' },
          user_info: { llm: 'user-1' },
        },
        simulations: [
          {
            id: 'x',
            task_id: '1',
            termination_reason: 'user_stop',
            messages: [{ role: 'assistant', content: 'So.' }],
          },
        ],
      },
      'gpt-4.1',
    ],
    [
      'of a request without an answer',
      {
        request: { model: 'alias', messages: [{ role: 'user', content: 'Where?' }] },
        response: { error: { message: 'busy' } },
      },
      'alias',
    ],
    [
      'of a conversation',
      {
        model: 'alias',
        messages: [
          { role: 'user', content: 'Where?' },
          { role: 'assistant', content: 'So.' },
        ],
      },
      'alias',
    ],
  ])('is the model %s where no answer names its own', async (_, record, model) => {
    expect((await read([record])).map((trace) => trace.model)).toEqual([model]);
  });

  it('of as many answers is the model of the latest', async () => {
    const steps = messages.aiSdk.steps.slice(1);
    expect((await read([{ steps }])).map(({ model }) => model)).toEqual(['other-1']);
  });

  it('is absent where the record does not name one', async () => {
    const [trace] = await read([{ messages: [{ role: 'assistant', content: 'So.' }] }]);
    expect(trace).not.toHaveProperty('model');
  });
});
