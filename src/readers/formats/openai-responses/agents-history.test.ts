import { expect, test } from 'vitest';
import { formatCalls, readDocument } from '../../fixtures/reader-case.ts';

test('the history of a run of the Agents SDK for JavaScript has its calls under other names', async () => {
  // As `result.history` of @openai/agents 0.20 is written.
  const history = [
    { type: 'message', role: 'user', content: 'Weather?' },
    { type: 'reasoning', id: 'rs1', content: [] },
    {
      type: 'function_call',
      id: 'fc1',
      callId: 'c1',
      name: 'weather',
      status: 'completed',
      arguments: '{"city":"Oslo"}',
    },
    {
      type: 'hosted_tool_call',
      id: 'ws1',
      name: 'web_search_call',
      status: 'completed',
      providerData: { type: 'web_search_call', action: { query: 'Oslo' } },
    },
    {
      type: 'hosted_tool_call',
      id: 'm1',
      name: 'find',
      arguments: '{"q":1}',
      providerData: { type: 'mcp_call', server_label: 'docs', output: 'x' },
    },
    {
      type: 'function_call_result',
      name: 'weather',
      callId: 'c1',
      status: 'completed',
      output: { type: 'text', text: '8' },
    },
    {
      type: 'message',
      id: 'm2',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Eight.' }],
    },
  ];
  for (const record of [history, { history }]) {
    const [run] = await readDocument(record);
    expect([
      run?.error,
      run?.input,
      run?.output,
      run?.calls[0]?.result,
      run === undefined ? [] : formatCalls(run),
    ]).toEqual([null, 'Weather?', 'Eight.', '8', ['weather', 'web_search ok', 'docs.find ok']]);
  }
  const [odd] = await readDocument([
    ...history,
    { type: 'hosted_tool_call', id: 'x', name: 'mystery_call' },
  ]);
  expect(odd?.fault?.types).toEqual(['mystery_call']);
});
