import { toNativeTrace } from '#core';
import { expect, test } from 'vitest';
import { readContent } from '../fixtures/reader-case.ts';
import { readOutcome } from './read-outcome.ts';

async function read(...records: object[]): Promise<unknown[]> {
  const content = records.map((one) => `${JSON.stringify(one)}\n`).join('');
  const found = await readContent('x.jsonl', content, null);
  return found.map((one) => (one.kind === 'trace' ? toNativeTrace(one.trace) : one.issue));
}

const call = (id: string): object => ({
  type: 'function_call',
  call_id: id,
  name: 'dig',
  arguments: '{}',
});

test('a refusal in a later request is that of the call in the response it names', async () => {
  const asked = {
    type: 'mcp_approval_request',
    id: 'a1',
    server_label: 's',
    name: 'dig',
    arguments: '{}',
  };
  const refused = { type: 'mcp_approval_response', approval_request_id: 'a1', approve: false };
  const runs = await read(
    { id: 'r1', object: 'response', output: [asked] },
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

test.each([
  [null, null],
  ['done', null],
  ['isError', null],
  ['{"isError":true}', 'error'],
  [[{ type: 'text', text: '{"content":[{"text":"{\\"isError\\":true}"}]}' }], 'error'],
  ['{"isError":false,"content":[]}', 'ok'],
  ['{"isError":"true"}', null],
])('of the output %j the outcome is %j', (output, outcome) => {
  expect(readOutcome(output)).toBe(outcome);
});
