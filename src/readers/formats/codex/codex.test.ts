import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { formatCalls, readContents } from '../../fixtures/reader-case.ts';
import type { TraceRecord } from '../../reader.ts';
import {
  call,
  done,
  event,
  item,
  jsonl,
  line,
  message,
  meta,
  output,
  tokens,
  turn,
} from './fixtures/lines.ts';
import { codexFormat } from './index.ts';
import { readOutputStatus } from './read-output.ts';

type Run = Extract<TraceRecord, { kind: 'trace' }>['trace'];

/** Reads rollouts, each in a file, as if they were given together. */
async function readRollouts(...files: readonly (readonly JsonObject[])[]): Promise<Run[]> {
  const contents = files.map((lines, index) => ({ file: `${index}.jsonl`, content: jsonl(lines) }));
  return (await readContents(contents, null)).flatMap((record) =>
    record.kind === 'trace' ? [record.trace] : [],
  );
}

const MAIN = [
  meta('p'),
  turn(0),
  message(1, 'user', 'Go'),
  call(2, 'c1', 'spawn_agent', { message: 'Dig' }, { namespace: 'multi_agent_v1' }),
  done(3, {
    type: 'CollabAgentToolCall',
    id: 'c1',
    tool: 'spawn_agent',
    status: 'completed',
    receiver_thread_ids: ['k'],
  }),
  output(3, 'c1', '{"agent_id":"k","nickname":"Ada"}'),
  call(4, 'c2', 'exec_command', { cmd: 'ls' }),
  output(5, 'c2', 'Exit code: 0\nOutput:\n'),
  message(6, 'assistant', 'Done.'),
];

const SPAWNED = { subagent: { thread_spawn: { parent_thread_id: 'p', agent_nickname: 'Ada' } } };

test('a sub-agent is part of the run, behind the call that started it, without what it inherited', async () => {
  const child = [
    {
      ...meta('k', { source: SPAWNED, forked_from_id: 'p', subagent_history_start_ordinal: 3 }),
      ordinal: 0,
    },
    { ...meta('p'), ordinal: 1 },
    { ...call(1, 'c0', 'exec_command', {}), ordinal: 2 },
    { ...message(3, 'user', 'Dig'), ordinal: 3 },
    { ...call(3, 'k1', 'view_image', {}), ordinal: 4 },
    { ...output(4, 'k1', 'x'), ordinal: 5 },
  ];
  for (const files of [
    [MAIN, child],
    [child, MAIN],
  ]) {
    const runs = await readRollouts(...files);
    expect(runs.map(({ id, input, output: said }) => [id, input, said])).toEqual([
      ['p', 'Go', 'Done.'],
    ]);
    expect(runs.map(formatCalls)).toEqual([
      ['multi_agent_v1.spawn_agent ok', 'Ada:view_image', 'exec_command ok'],
    ]);
  }
});

test('a sub-agent without its session is a run of its own', async () => {
  const runs = await readRollouts([
    meta('k', { source: SPAWNED }),
    message(1, 'user', 'Dig'),
    call(3, 'k1', 'view_image', {}),
  ]);
  expect(runs.map((run) => [run.id, run.input, formatCalls(run)])).toEqual([
    ['k', 'Dig', ['view_image']],
  ]);
});

test('a fork that copies records counts only what came after them, where its origin is read, too', async () => {
  const copied = MAIN.slice(1).map((record) => ({
    ...record,
    timestamp: '2026-01-01T00:01:00.000Z',
  }));
  const fork = [
    meta('f', { forked_from_id: 'p' }, 59),
    { ...meta('p'), timestamp: '2026-01-01T00:01:00.000Z' },
    ...copied,
    message(59, 'user', 'And then?'),
    call(59, 'c9', 'exec_command', {}),
  ];
  const runs = await readRollouts(MAIN, fork);
  expect(runs.map((run) => [run.id, run.input, run.calls.length])).toEqual([
    ['p', 'Go', 2],
    ['f', 'And then?', 1],
  ]);
  // Alone it is the only record of these calls.
  expect((await readRollouts(fork)).map((run) => [run.id, run.calls.length])).toEqual([['f', 3]]);
});

test('records that are older than a fork are copies', async () => {
  const [run] = await readRollouts([
    meta('f', { forked_from_id: 'p' }, 30),
    ...MAIN,
    message(31, 'user', 'Next'),
    call(32, 'c9', 'get', {}),
  ]);
  expect([run?.input, run?.calls.map(({ name }) => name)]).toEqual(['Next', ['get']]);
});

test('rollouts in one file are separate sessions', async () => {
  const runs = await readRollouts([
    ...MAIN,
    meta('q', {}, 40),
    message(41, 'user', 'Next'),
    message(42, 'assistant', 'ok'),
  ]);
  expect(runs.map(({ id, input, calls }) => [id, input, calls.length])).toEqual([
    ['p', 'Go', 2],
    ['q', 'Next', 0],
  ]);
});

test('tokens are counted per response where they are recorded so, otherwise by the growth of totals', async () => {
  const usage = (input: number): JsonObject =>
    line(2, 'token_usage_record', {
      response_id: `r${input}`,
      usage: { input_tokens: input, output_tokens: 1 },
    });
  const said = message(2, 'assistant', 'ok');
  const base = [meta('t'), message(1, 'user', 'Go'), said];
  const [byRecord] = await readRollouts([...base, usage(10), tokens(2, 900, 90), usage(20)]);
  expect(byRecord?.usage).toEqual({ inputTokens: 30, outputTokens: 2, cost: null });
  const [byTotal] = await readRollouts([
    ...base,
    tokens(2, 10, 1),
    tokens(3, 10, 1),
    tokens(4, 25, 3),
    tokens(5, 5, 1),
  ]);
  expect(byTotal?.usage).toEqual({ inputTokens: 30, outputTokens: 4, cost: null });
});

test('a turn that failed is an errored run, and a later turn makes up for it', async () => {
  const failed = [
    meta('t'),
    event(0, 'task_started'),
    message(1, 'user', 'Go'),
    message(2, 'assistant', 'Hm.'),
    event(3, 'error', { message: 'quota' }),
    event(3, 'task_complete'),
  ];
  expect((await readRollouts(failed))[0]?.error).toBe('quota');
  const again = [
    ...failed,
    event(4, 'task_started'),
    message(5, 'assistant', 'ok'),
    event(6, 'task_complete'),
  ];
  expect((await readRollouts(again))[0]).toMatchObject({ error: null, output: 'ok' });
});

test('a rollout without its first line is partial, and one without an answer is errored', async () => {
  const [run] = await readRollouts([message(1, 'user', 'Go'), message(2, 'assistant', 'ok')]);
  expect(run).toMatchObject({ id: null, partial: true });
  const [silent] = await readRollouts([meta('t'), message(1, 'user', 'Go')]);
  expect(silent?.error).toBe('the session has no answer of the model');
});

test.each([
  ['Exit code: 0\nWall time: 1 seconds\nOutput:\nProcess exited with code 3\n', 'ok'],
  ['Chunk ID: 1\nProcess exited with code 127\nOutput:\n', 'error'],
  ['{"output":"x","metadata":{"exit_code":2}}', 'error'],
  [{ content: 'no', success: false }, 'error'],
  [{ content: 'yes', success: true }, 'ok'],
  [{ content: 'yes', success: 'maybe' }, 'unreadable'],
  ['unsupported call: shell', 'error'],
  ['exec command rejected by user', 'denied'],
  ['rejected by user approval settings', 'denied'],
  ['The patch was rejected by user groups', null],
  ['Plan updated', null],
])('the output %j says %s', (text, expected) => {
  expect(readOutputStatus(text)).toBe(expected);
});

test('only lines with an envelope are ours', () => {
  expect(
    codexFormat.sniff({ type: 'function_call', name: 'x', call_id: 'c', arguments: '{}' }),
  ).toBe('none');
  expect(codexFormat.sniff({ timestamp: 't', type: 'event_msg', payload: [] })).toBe('none');
  expect(codexFormat.sniff(item(1, { type: 'message' }))).toBe('part');
});
