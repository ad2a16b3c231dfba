// What cannot be a call spoils no run, and calls that the provider ran are read in the form in which frameworks pass them on.
import { expect, test } from 'vitest';
import type { Json } from '#core';
import { readDocument, readLines, formatCalls } from './fixtures/reader-case.ts';

const ASKED = { role: 'user', content: 'Go' };

function answered(...content: readonly Json[]): Json {
  return { messages: [ASKED, { role: 'assistant', content }] };
}

const HARMLESS: readonly (readonly [string, Json])[] = [
  [
    'a user of a chat sends something unknown',
    {
      messages: [
        { role: 'user', content: [{ type: 'mystery' }] },
        { role: 'assistant', content: 'ok' },
      ],
    },
  ],
  [
    'a chat model thinks, cites and refuses',
    answered({ type: 'thinking' }, { type: 'refusal' }, { type: 'reference' }),
  ],
  [
    'Claude thinks, and compacts what was said',
    {
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      content: [
        { type: 'redacted_thinking', data: 'x' },
        { type: 'compaction', content: 'so far' },
        { type: 'container_upload', file_id: 'f' },
        { type: 'text', text: 'ok' },
      ],
    },
  ],
  [
    'Gemini thinks, and signs an empty part',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Go' }] },
        {
          role: 'model',
          parts: [
            { thought: true, text: 'hm' },
            { text: null, thoughtSignature: 'x' },
          ],
        },
      ],
    },
  ],
  [
    'a response has reasoning, and a program',
    {
      object: 'response',
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'program', code: 'x' },
        { type: 'compaction', encrypted_content: 'x' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
      ],
    },
  ],
  [
    'a chat has data of the application, and sources',
    {
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Go' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'data-weather', data: {} },
            { type: 'source-url', url: 'x' },
            { type: 'text', text: 'ok' },
          ],
        },
      ],
    },
  ],
];

test.each(HARMLESS)('%s: nothing was called', async (_, record) => {
  const [run] = await readDocument(record);
  expect([run?.error, run?.calls]).toEqual([null, []]);
});

test('a proxy that repeats calls as blocks of another API made them once', async () => {
  const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } };
  const content = [{ type: 'tool_use', id: 'c1', name: 'find', input: {} }];
  const [run] = await readDocument({
    messages: [ASKED, { role: 'assistant', content, tool_calls: [call] }],
  });
  expect([run?.error, run?.calls.map(({ name }) => name)]).toEqual([null, ['find']]);
});

test('LangChain passes on what the provider ran', async () => {
  const [run] = await readDocument({
    messages: [
      { type: 'human', content: 'Go' },
      {
        type: 'ai',
        content: [
          { type: 'web_search_call', id: 'w1', status: 'completed', action: { query: 'x' } },
          { type: 'executable_code', executable_code: '1+1', language: 'PYTHON' },
          { type: 'code_execution_result', code_execution_result: '2' },
          { type: 'text', text: 'ok' },
        ],
      },
    ],
  });
  expect([run?.error, run === undefined ? [] : formatCalls(run)]).toEqual([
    null,
    ['web_search ok', 'code_execution missing'],
  ]);
});

test('LangChain passes on what the provider ran in pieces of an answer, too', async () => {
  const piece = (...content: readonly Json[]): Json => ({
    type: 'AIMessageChunk',
    id: 'm1',
    content,
  });
  const [run] = await readLines([
    { type: 'human', content: 'Go' },
    piece({ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }),
    piece({ type: 'input_json_delta', input: '{"query":"x"}' }),
    piece({ type: 'text', text: 'ok' }),
  ]);
  expect([run?.error, run?.output, run?.calls.map(({ name }) => name)]).toEqual([
    null,
    'ok',
    ['web_search'],
  ]);
});

test('a chat model of the Agents SDK for JavaScript has its whole response in the span', async () => {
  const calls = [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }];
  const [run] = await readLines([
    {
      object: 'trace.span',
      id: 's1',
      trace_id: 't1',
      ended_at: '2026-01-01T00:00:01Z',
      span_data: {
        type: 'generation',
        output: [
          {
            object: 'chat.completion',
            choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }],
          },
        ],
      },
    },
  ]);
  expect([run?.error, run?.calls.map(({ name }) => name)]).toEqual([null, ['find']]);
});

test('more types than can be kept cannot be passed over', async () => {
  const parts = Array.from({ length: 101 }, (_, index) => ({ type: `mystery ${index}` }));
  const [run] = await readDocument(answered(...parts));
  expect(run?.fault).toEqual({ code: 'READ_UNKNOWN_TYPE' });
});
