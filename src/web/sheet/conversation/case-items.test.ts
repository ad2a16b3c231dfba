import { expect, it } from 'vitest';
import { readCase } from './case-items.ts';

it('shows a text as what the user said', () => {
  expect(readCase('Where is D81?', [])).toEqual({
    context: [],
    items: [{ kind: 'said', role: 'user', text: 'Where is D81?' }],
    input: undefined,
  });
});

it('puts results to their calls, parallel ones by id, and leaves the context apart', () => {
  const input = {
    context: { system: 'Orders only.', metadata: { shop: 'north' } },
    messages: [
      { role: 'user', content: 'Where are D81 and D82?' },
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'a', name: 'status', server: 'shop', arguments: { order: 'D81' }, status: 'ok' },
          { id: 'b', function: { name: 'status', arguments: '{"order":"D82"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', name: 'status', content: 'lost' },
      { role: 'tool', tool_call_id: 'a', name: 'status', content: '{"at":"sea"}' },
      { role: 'tool', tool_call_id: 'zz', content: 'late' },
    ],
  };
  const { context, items } = readCase(input, [{ name: 'status' }]);
  expect(context.map(([name]) => name)).toEqual(['system', 'metadata']);
  expect(items).toEqual([
    { kind: 'said', role: 'user', text: 'Where are D81 and D82?' },
    { kind: 'said', role: 'assistant', text: 'Let me look.' },
    {
      kind: 'calls',
      calls: [
        { tool: 'shop.status', arguments: { order: 'D81' }, status: 'ok', result: '{"at":"sea"}' },
        { tool: 'status', arguments: '{"order":"D82"}', result: 'lost' },
      ],
    },
    { kind: 'said', role: 'tool', text: 'late' },
  ]);
});

it('reads messages in the forms of providers', () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'find', input: { q: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'found' }] },
    { type: 'ai', content: 'done' },
    { role: 'critic', content: 'not quite' },
  ];
  expect(readCase(messages, []).items).toEqual([
    { kind: 'said', role: 'user', text: 'hi' },
    { kind: 'calls', calls: [{ tool: 'find', arguments: { q: 1 }, result: 'found' }] },
    { kind: 'said', role: 'assistant', text: 'done' },
    { kind: 'said', role: 'assistant', text: 'critic: not quite' },
  ]);
});

it('shows calls before the decision where the conversation has none, by the answer that made them', () => {
  const before = [
    { name: 'mail', arguments: {}, requester: 'helper', result: { sent: true }, turn: 1 },
    { name: 'find', turn: 1 },
    { name: 'find', turn: 2 },
    7,
  ];
  expect(readCase('go on', before).items.slice(1)).toEqual([
    {
      kind: 'calls',
      calls: [
        { tool: 'mail', arguments: {}, requester: 'helper', result: '{"sent":true}' },
        { tool: 'find' },
      ],
    },
    { kind: 'calls', calls: [{ tool: 'find' }] },
    { kind: 'calls', calls: [{ tool: '(not a call)', arguments: 7 }] },
  ]);
});

it('leaves an input that is not a conversation as it is', () => {
  expect(readCase({ ticket: 7 }, [])).toMatchObject({ items: [], input: { ticket: 7 } });
  expect(readCase(null, [])).toEqual({ context: [], items: [], input: undefined });
  expect(readCase([1, 2], []).input).toEqual([1, 2]);
});
