import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../../fixtures/reader-case.ts';
import { detectFormat } from '../../format-guess.ts';
import { FORMATS } from '../formats.ts';
import { readOutcome } from '../../draft/read-outcome.ts';

async function read(...records: object[]): Promise<unknown[]> {
  const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const results = await readContent('x.jsonl', content, null);
  return results.map((result) =>
    result.kind === 'trace' ? toNativeTrace(result.trace) : result.issue,
  );
}

const call = (id: string): object => ({
  type: 'function_call',
  call_id: id,
  name: 'dig',
  arguments: '{}',
});

test('a refusal in a later request is that of the call in the response it names', async () => {
  const request = {
    type: 'mcp_approval_request',
    id: 'a1',
    server_label: 's',
    name: 'dig',
    arguments: '{}',
  };
  const refused = { type: 'mcp_approval_response', approval_request_id: 'a1', approve: false };
  const runs = await read(
    { id: 'r1', object: 'response', output: [request] },
    {
      request: { previous_response_id: 'r1', input: [refused] },
      response: { id: 'r2', output: [call('c1')] },
    },
  );
  expect(runs).toMatchObject([
    {
      id: 'r1',
      tool_calls: [
        { server: 's', name: 'dig', status: 'denied', turn: 1 },
        { id: 'c1', turn: 2 },
      ],
    },
  ]);
});

test('the tools of a server that are not listed leave the offer unknown', async () => {
  const tools = [
    { type: 'function', name: 'dig' },
    { type: 'mcp', server_label: 's' },
  ];
  const listed = { type: 'mcp_list_tools', server_label: 's', tools: [{ name: 'ask' }] };
  const runs = await read(
    { id: 'r1', object: 'response', tools, output: [call('c1')] },
    { id: 'r2', object: 'response', tools, output: [listed, call('c2')] },
  );
  expect(runs[0]).not.toHaveProperty('tools');
  expect(runs[1]).toMatchObject({ tools: [{ name: 'dig' }, { server: 's', name: 'ask' }] });
});

test('an item that is none makes the record unreadable', async () => {
  expect(await read({ id: 'r1', object: 'response', output: [call('c1'), 7] })).toMatchObject([
    { code: 'TRACE_SCHEMA', where: { line: 1, pointer: '/output/1' } },
  ]);
});

test('a run of many responses is read in time that grows with its length', async () => {
  const chain = Array.from({ length: 3000 }, (_, i) => ({
    request: { previous_response_id: i === 0 ? null : `r${i - 1}`, input: `step ${i}` },
    response: { id: `r${i}`, object: 'response', output: [call(`c${i}`)] },
  }));
  const [run, ...others] = (await read(...chain)) as { tool_calls: unknown[] }[];
  expect(others).toEqual([]);
  expect(run!.tool_calls).toHaveLength(3000);
});

test('a response that was logged before it had ended is one run with its end, and no run without a call where it has none', async () => {
  const begun = { id: 'r1', object: 'response', status: 'queued', output: [] };
  const done = { ...begun, status: 'completed', output: [call('c1')], usage: { input_tokens: 3 } };
  expect(
    await read(
      { request: { input: 'Dig' }, response: begun },
      { ...begun, status: 'in_progress' },
      { request: { input: 'Dig' }, response: done },
      { ...begun, id: 'r2', status: 'in_progress', output: [call('c2')] },
    ),
  ).toEqual([
    {
      id: 'r1',
      input: 'Dig',
      tool_calls: [{ name: 'dig', arguments: {}, id: 'c1', turn: 1 }],
      usage: { input_tokens: 3 },
    },
    { id: 'r2', tool_calls: [], error: 'the response had not ended when it was logged' },
  ]);
});

test('each built-in tool is recognised by the type of its call, with what it was given and how it ended', async () => {
  const [run] = (await read(
    {
      id: 'r1',
      object: 'response',
      output: [
        { type: 'file_search_call', id: '1', status: 'completed', queries: ['a'] },
        { type: 'image_generation_call', id: '2', status: 'failed' },
        { type: 'computer_call', call_id: '3', action: { type: 'click' } },
        { type: 'local_shell_call', call_id: '4', action: { command: ['ls'] } },
        { type: 'apply_patch_call', call_id: '5', operation: { path: 'a' } },
        { type: 'tool_search_call', id: '6', execution: 'server', status: 'completed' },
        { type: 'tool_search_call', call_id: '7', execution: 'client', arguments: { q: 'x' } },
        { type: 'mcp_call', id: '8', server_label: 's', name: 'ask', arguments: '{}', error: 'no' },
        { type: 'mcp_call', id: '9', server_label: 's', name: 'ask', status: 'in_progress' },
      ],
    },
    {
      previous_response_id: 'r1',
      input: [
        { type: 'computer_call_output', call_id: '3', output: { type: 'computer_screenshot' } },
        { type: 'local_shell_call_output', call_id: '4', output: 'x' },
        { type: 'apply_patch_call_output', call_id: '5', status: 'failed', output: 'no' },
        { type: 'tool_search_output', call_id: '7', tools: [] },
      ],
      output: [],
    },
  )) as { tool_calls: { name: string; arguments?: object; status?: string }[] }[];
  expect(run!.tool_calls.map((call) => [call.name, call.arguments, call.status])).toEqual([
    ['file_search', { queries: ['a'] }, 'ok'],
    ['image_generation', undefined, 'error'],
    ['computer', { type: 'click' }, undefined],
    ['local_shell', { command: ['ls'] }, undefined],
    ['apply_patch', { path: 'a' }, 'error'],
    ['tool_search', undefined, 'ok'],
    ['tool_search', { q: 'x' }, undefined],
    ['ask', {}, 'error'],
    ['ask', undefined, 'missing'],
  ]);
});

test('tools that are found or added on the way are offered, those of a namespace with it', async () => {
  const tools = [{ type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'get' }] }];
  const [run] = await read({
    id: 'r1',
    object: 'response',
    tools: [{ type: 'tool_search' }],
    output: [
      { type: 'tool_search_output', call_id: null, tools: tools },
      { type: 'additional_tools', tools: [{ type: 'function', name: 'put' }] },
      { ...call('c1'), namespace: 'crm', caller: { type: 'direct' } },
    ],
  });
  expect(run).toEqual({
    id: 'r1',
    tool_calls: [{ name: 'dig', server: 'crm', arguments: {}, id: 'c1', turn: 1 }],
    tools: [{ name: 'tool_search' }, { name: 'get', server: 'crm' }, { name: 'put' }],
  });
});

test('an approved request is not a refusal, and waits for its call', async () => {
  const [run] = await read(
    { type: 'mcp_approval_request', id: 'a1', server_label: 's', name: 'dig', arguments: '{}' },
    { type: 'mcp_approval_response', approval_request_id: 'a1', approve: true },
  );
  expect(run).toEqual({
    tool_calls: [{ name: 'dig', server: 's', arguments: {}, id: 'a1', turn: 1 }],
  });
});

test('a list of items on a line is a run, and a request may tell calls that no response of the log has', async () => {
  const content = [[{ role: 'user', content: 'Dig' }, call('c1')], [call('c2')]];
  const lists = await readContent(
    'x.jsonl',
    content.map((line) => JSON.stringify(line)).join('\n'),
    null,
  );
  expect(lists).toMatchObject([
    { trace: { input: 'Dig', calls: [{ id: 'c1' }] } },
    { trace: { calls: [{ id: 'c2' }] } },
  ]);
  const runs = await read(
    { request: { conversation: 'v', input: 'Dig' }, response: { id: 'r1', output: [call('c1')] } },
    {
      request: {
        conversation: { id: 'v' },
        input: [call('c1'), call('c9')],
        tools: [{ type: 'function', name: 'dig' }],
      },
      response: { id: 'r2', object: 'response', output: [] },
    },
  );
  expect(runs).toMatchObject([
    { id: 'v', input: 'Dig', tool_calls: [{ id: 'c1' }, { id: 'c9' }], tools: [{ name: 'dig' }] },
  ]);
});

test.each([
  [{ status: 'failed' }, 'the response is failed'],
  [{ status: 'cancelled' }, 'the response is cancelled'],
  [{ status: 'incomplete' }, 'the answer was cut off (incomplete)'],
  [{ status: 'failed', error: { code: 'server_error', message: 'down' } }, 'down'],
])('a response that ended as %j is an errored run', async (more, error) => {
  expect(await read({ id: 'r1', object: 'response', output: [], ...more })).toMatchObject([
    { error },
  ]);
});

test.each([
  [null, null],
  ['done', null],
  ['isError', null],
  ['{"isError":true}', 'error'],
  [[{ type: 'text', text: '{"content":[{"text":"{\\"isError\\":true}"}]}' }], 'error'],
  ['{"isError":false,"content":[]}', 'ok'],
  ['{"isError":"true"}', 'unreadable'],
  [['{"isError":false}', '{"isError":true}', '{"isError":false}'], 'error'],
  ['{"output":"{\\"isError\\":true}"}', 'error'],
  ['{"result":{"isError":false}}', 'ok'],
])('of the output %j the outcome is %j', (output, outcome) => {
  expect(readOutcome(output)).toBe(outcome);
});

test.each([
  { type: 'mcp_list_tools', server_label: 's', tools: [] },
  { type: 'tool_search_output', tools: [] },
  { type: 'additional_tools', tools: [] },
  { type: 'reasoning', summary: [] },
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
])('%j shows the format, alone and in a list', (item) => {
  for (const record of [item, [item], { output: [item] }, { input: [item] }])
    expect(detectFormat(record, FORMATS)?.id).toBe('openai-responses');
});

test.each([
  { type: 'reasoning', text: 'x' },
  { type: 'message', role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
  { type: 'shell_call_output' },
])('%j does not', (item) => {
  expect(detectFormat([item], FORMATS)?.id).not.toBe('openai-responses');
});
