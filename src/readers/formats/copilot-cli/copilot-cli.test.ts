import { expect, test } from 'vitest';
import { formatCalls, readLines } from '../../fixtures/reader-case.ts';
import { done, event, said, start, toolStart } from './fixtures/lines.ts';

const ASK = { toolCallId: 'c1', name: 'bash', arguments: {} };

test('a rewind that lists its events leaves those of others', async () => {
  const [run] = await readLines([
    start('s'),
    said('a', 1, '', [ASK]),
    said('b', 2, '', [{ toolCallId: 'c2', name: 'view', arguments: {} }]),
    said('c', 3, '', [{ toolCallId: 'c3', name: 'glob', arguments: {} }]),
    event('r', 4, 'session.snapshot_rewind', { upToEventId: 'a', eventIds: ['a', 'c'] }),
    event('r2', 4, 'session.snapshot_rewind', { upToEventId: 'never' }),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['view']);
});

test('an execution without a request is a call, and an outcome of another kind is not a success', async () => {
  const [run] = await readLines([
    start('s'),
    said('a', 1, 'ok', []),
    toolStart('b', 2, 'c1', 'bash', {}, {}),
    event('c', 3, 'tool.execution_complete', { toolCallId: 'c1', success: 'yes' }),
  ]);
  expect(run?.calls.map(({ name, status }) => [name, status])).toEqual([['bash', null]]);
});

test('older versions name the call of a sub-agent in place of its id', async () => {
  const [run] = await readLines([
    start('s'),
    said('a', 1, '', [{ toolCallId: 'c1', name: 'task', arguments: {} }]),
    event('b', 2, 'subagent.started', { toolCallId: 'c1', agentDisplayName: 'Explorer' }),
    event('c', 3, 'assistant.message', {
      content: 'x',
      parentToolCallId: 'c1',
      toolRequests: [{ toolCallId: 'd1', name: 'glob' }],
    }),
    event('d', 3, 'tool.execution_complete', {
      toolCallId: 'd1',
      success: true,
      parentToolCallId: 'c1',
    }),
    done('e', 4, 'c1', true),
  ]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['task ok', 'Explorer:glob ok']);
});

test('a stream has usage as events, which do not count beside records', async () => {
  const usage = event('u', 2, 'assistant.usage', { inputTokens: 7, outputTokens: 1 });
  const record = event('v', 2, 'session.usage_record', {
    usage: { inputTokens: 8, outputTokens: 2 },
  });
  const [streamed] = await readLines([
    start('s'),
    said('a', 1, 'ok', []),
    usage,
    { type: 'result', sessionId: 'x' },
  ]);
  expect(streamed).toMatchObject({ id: 's', usage: { inputTokens: 7, outputTokens: 1 } });
  const [both] = await readLines([start('s'), said('a', 1, 'ok', []), usage, record]);
  expect(both?.usage).toMatchObject({ inputTokens: 8, outputTokens: 2 });
});
