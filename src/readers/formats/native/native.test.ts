import type { Json } from '#core';
import { expect, test } from 'vitest';
import { nativeFormat } from './index.ts';

const calls: Json = [{ name: 'get' }];

test.each<[string, Json, string]>([
  ['a trace', { tool_calls: calls }, 'run'],
  ['one without calls', { tool_calls: [] }, 'run'],
  ['a message of a chat', { role: 'assistant', tool_calls: calls }, 'none'],
  ['a message of a kind', { type: 'ai', tool_calls: calls }, 'none'],
  ['an object of LangChain', { lc: 1, tool_calls: calls }, 'none'],
  ['calls in another dialect', { tool_calls: [{ function: { name: 'get' } }] }, 'none'],
  ['no list', { tool_calls: 'get' }, 'none'],
  ['no object', calls, 'none'],
])('%s looks like one of ours or not', (_, record, likeness) => {
  expect(nativeFormat.sniff(record)).toBe(likeness);
});
