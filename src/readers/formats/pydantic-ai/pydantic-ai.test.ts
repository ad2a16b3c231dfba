import type { Json } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readDocument, readLines } from '../../fixtures/reader-case.ts';
import { call, prompt, request, response, retry, returned } from './fixtures/index.ts';
import { pydanticAiFormat } from './index.ts';

const asked = request(prompt('Go'));

test('a retry with a tool is a failed call, and without one it is not a call', async () => {
  const runs = await readLines([
    [
      asked,
      response([call('c1', 'get', {})]),
      request(retry('c1', 'get', 'Unknown tool name')),
      response([]),
    ],
    [
      asked,
      response([{ part_kind: 'text', content: 'x' }]),
      request(retry('c9', null, 'again')),
      response([]),
    ],
  ]);
  expect(runs.map((run) => [run.error, run.partial ?? false, ...formatCalls(run)])).toEqual([
    [null, false, 'get error'],
    [null, false],
  ]);
});

test.each<[Json | undefined, string]>([
  ['failed', 'get error'],
  ['denied', 'get denied'],
  ['success', 'get ok'],
  [undefined, 'get ok'],
  ['odd', 'get'],
])('the outcome %s of a return is a status', async (outcome, expected) => {
  const more = outcome === undefined ? {} : { outcome };
  const [run] = await readDocument([
    asked,
    response([call('c1', 'get', {})]),
    request(returned('c1', 'get', 1, more)),
    response([]),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual([expected]);
});

test('tools of the provider are calls under both names of their kind', async () => {
  for (const kind of ['builtin', 'native']) {
    const parts = [
      call('b1', 'web_search', '{"query":"x"}', `${kind}-tool-call`),
      { ...returned('b1', 'web_search', 'found'), part_kind: `${kind}-tool-return` },
    ];
    const [run] = await readDocument([asked, response(parts)]);
    expect(run === undefined ? [] : formatCalls(run)).toEqual(['web_search ok']);
  }
});

test('messages of other products with parts are not ours', () => {
  expect(pydanticAiFormat.sniff({ role: 'model', parts: [{ text: 'x' }] })).toBe('none');
  expect(pydanticAiFormat.sniff({ kind: 'request', parts: [{ type: 'text' }] })).toBe('none');
  expect(pydanticAiFormat.sniff({ kind: 'message', parts: [{ part_kind: 'text' }] })).toBe('none');
});

test('an answer that announces calls and has none was not recorded completely', async () => {
  const [run] = await readDocument([asked, response([], { finish_reason: 'tool_call' })]);
  expect(run?.fault?.code).toBe('READ_ANSWER_MISSING');
});
