import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { importRows } from './import-rows.ts';

const CALL = { tool: 'search', args: { q: 'shoes' } };

const CASES: readonly [string, JsonObject, readonly JsonObject[]][] = [
  [
    'ragas',
    {
      user_input: [
        { type: 'human', content: 'find shoes' },
        { type: 'ai', content: '', tool_calls: [{ name: 'look', args: { q: 'x' } }] },
        { type: 'tool', content: 'none' },
      ],
      reference_tool_calls: [{ name: 'search', args: { q: 'shoes' } }],
    },
    [
      {
        input: { messages: [{ role: 'user', content: 'find shoes' }] },
        expected_calls: [CALL],
        trace: {
          tool_calls: [{ name: 'look', arguments: { q: 'x' }, turn: 1 }],
          said: [
            { role: 'user', text: 'find shoes', turn: 0 },
            { role: 'tool', text: 'none', turn: 1 },
          ],
          answers: 1,
        },
      },
    ],
  ],
  [
    'adk',
    {
      eval_set_id: 's',
      eval_cases: [
        {
          eval_id: 'e',
          conversation: [
            {
              user_content: { parts: [{ text: 'find shoes' }] },
              intermediate_data: { tool_uses: [{ name: 'search', args: { q: 'shoes' } }] },
            },
            { user_content: { parts: [{ text: 'thanks' }] }, intermediate_data: { tool_uses: [] } },
          ],
        },
      ],
    },
    [
      { id: 'e#1', input: 'find shoes', expected_calls: [CALL] },
      { id: 'e#2', input: 'thanks', expected_calls: [] },
    ],
  ],
  [
    'adk',
    {
      query: 'find shoes',
      expected_tool_use: [{ tool_name: 'search', tool_input: { q: 'shoes' } }],
    },
    [{ input: 'find shoes', expected_calls: [CALL] }],
  ],
  [
    'langsmith',
    { id: 'x1', inputs: { question: 'find shoes' }, outputs: { trajectory: ['search'] } },
    [{ id: 'x1', input: 'find shoes', expected_calls: [{ tool: 'search' }] }],
  ],
  [
    'langsmith',
    {
      inputs: { messages: [] },
      outputs: {
        messages: [{ tool_calls: [{ function: { name: 'search', arguments: '{"q":"shoes"}' } }] }],
      },
    },
    [{ input: { messages: [] }, expected_calls: [CALL] }],
  ],
  [
    'adk',
    {
      evalCases: [
        {
          evalId: 'e',
          conversation: [
            {
              userContent: { parts: [{ text: 'find shoes' }] },
              intermediateData: {
                invocationEvents: [
                  {
                    content: {
                      parts: [
                        { text: 'hm' },
                        { functionCall: { name: 'search', args: { q: 'shoes' } } },
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      ],
    },
    [{ id: 'e', input: 'find shoes', expected_calls: [CALL] }],
  ],
  [
    'adk',
    { name: 'set', data: [{ query: 'find shoes', expected_tool_use: [] }] },
    [{ input: 'find shoes', expected_calls: [] }],
  ],
  [
    'langsmith',
    {
      inputs: { input: 'find shoes' },
      outputs: { message: { type: 'ai', data: { tool_calls: [{ name: 'search', args: {} }] } } },
    },
    [{ input: 'find shoes', expected_calls: [{ tool: 'search', args: {} }] }],
  ],
  [
    'langsmith',
    { inputs: { input: 'find shoes' }, outputs: { expected_tool: ['search', 'look'] } },
    [{ input: 'find shoes', expected_tool: ['search', 'look'] }],
  ],
  [
    'openai-evals',
    { item: { messages: [{ role: 'user', content: 'hi' }], expected_tool: 'none' } },
    [{ input: { messages: [{ role: 'user', content: 'hi' }] }, expected_tool: 'none' }],
  ],
  [
    'promptfoo',
    {
      tests: [
        {
          vars: { query: 'find shoes' },
          assert: [
            { type: 'contains', value: 'x' },
            { type: 'tool-call-f1', value: 'search, fetch' },
          ],
        },
      ],
    },
    [{ input: 'find shoes', expected_calls: [{ tool: 'search' }, { tool: 'fetch' }] }],
  ],
  [
    'openai-evals',
    { input: [{ role: 'user', content: 'find shoes' }], ideal: ['search', 'look'] },
    [
      {
        input: { messages: [{ role: 'user', content: 'find shoes' }] },
        expected_tool: ['search', 'look'],
      },
    ],
  ],
  [
    'openai-evals',
    {
      item: {
        query: 'find shoes',
        expected_tool_calls: [{ name: 'search', args: { q: 'shoes' } }],
      },
    },
    [{ input: 'find shoes', expected_calls: [CALL] }],
  ],
  [
    'rows',
    { id: 'r', input: 'x', expected_tool: 'a' },
    [{ id: 'r', input: 'x', expected_tool: 'a' }],
  ],
];

describe('importRows', () => {
  it.each(CASES)('knows %s by its rows', (from, row, expected) => {
    expect(importRows([row], null)).toMatchObject({ from, rows: expected, unlabelled: 0 });
  });

  it('counts rows whose expectation it cannot read, and keeps them', () => {
    const row = { inputs: { question: 'x' }, outputs: { answer: 'y' } };
    expect(importRows([row], null)).toEqual({
      from: 'langsmith',
      rows: [{ input: 'x' }],
      unlabelled: 1,
      lost: new Map(),
    });
  });

  it('takes a Ragas sample without a reference for one without a label', () => {
    const user_input = [{ type: 'human', content: 'hi' }];
    const rows = [{ user_input }, { user_input, reference_tool_calls: null }];
    const imported = importRows(rows, null);
    expect([imported.from, imported.unlabelled]).toEqual(['ragas', 2]);
  });

  it('refuses a dataset that it does not know', () => {
    expect(() => importRows([], 'excel')).toThrow('there is no such dataset');
  });
});

it('keeps what LangSmith has beside the label, and reads null as no tool', () => {
  const outputs = { expected_tool: null, expected_args: {}, rationale: 'small talk' };
  const metadata = { id: 'r1', weight: 3, stratum: { tool: '(none)' }, before: [] };
  const { rows } = importRows([{ id: 'e1', inputs: { q: 'thanks' }, outputs, metadata }], null);
  expect(rows).toEqual([
    {
      id: 'r1',
      input: 'thanks',
      expected_tool: null,
      rationale: 'small talk',
      weight: 3,
      stratum: { tool: '(none)' },
    },
  ]);
});
