import { expect, test } from 'vitest';
import { formatCalls, readLines } from '../../fixtures/reader-case.ts';
import { readRuns } from '../../fixtures/read-files.ts';
import { action, asked } from './fixtures/old.ts';
import { acted, message, observed } from './fixtures/sdk.ts';
import { openHandsFormat } from './index.ts';

test('the files of a folder of events are one run, in the order of their numbers', async () => {
  const runs = await readRuns({
    'c1/events/event-00002-x.json': observed(2, 'c1', 'terminal'),
    'c1/events/event-00001-x.json': acted(1, 'r1', 'c1', 'terminal', {}),
    'c1/events/event-00000-x.json': message(0, 'user', 'Go'),
    'c2/events/0.json': asked,
    'c2/events/1.json': action(1, 'read', { path: '/x' }),
  });
  expect(runs.map((run) => [run.input, ...formatCalls(run)])).toEqual([
    ['Go', 'terminal ok'],
    ['Fix it', 'read'],
  ]);
});

test('a call of an ACP agent has no name, so the run is not measured', async () => {
  const call = {
    kind: 'ACPToolCallEvent',
    id: 'x',
    source: 'agent',
    tool_call_id: 'c1',
    title: 'Read file',
  };
  const [run] = await readLines([message(0, 'user', 'Go'), message(1, 'agent', 'ok'), call]);
  expect(run?.fault?.code).toBe('READ_CALL_UNREADABLE');
});

test('what the agent passes to the tool that ends the run is its output', async () => {
  const finish = { ...acted(1, 'r1', 'c1', 'finish', {}), action: { message: 'Fixed.' } };
  const [run] = await readLines([message(0, 'user', 'Go'), finish]);
  expect([run?.output, run === undefined ? [] : formatCalls(run)]).toEqual(['Fixed.', ['finish']]);
});

test('an answer that requests more than was carried out has all its calls', async () => {
  const calls = ['c1', 'c2'].map((id) => ({
    id,
    type: 'function',
    function: { name: 'execute_bash', arguments: '{}' },
  }));
  const metadata = {
    function_name: 'execute_bash',
    tool_call_id: 'c1',
    model_response: { id: 'm1', choices: [{ message: { tool_calls: calls } }] },
  };
  const [run] = await readLines([asked, action(1, 'run', {}, { tool_call_metadata: metadata })]);
  expect(run === undefined ? [] : formatCalls(run)).toEqual(['execute_bash', 'execute_bash']);
});

test('steps and events of other products are not ours', () => {
  expect(openHandsFormat.sniff({ action: 'ls', observation: 'x', thought: '' })).toBe('none');
  expect(openHandsFormat.sniff({ kind: 'ActionEvent' })).toBe('none');
  expect(openHandsFormat.sniff({ action: 'click', args: {} })).toBe('none');
  expect(openHandsFormat.sniff({ source: 'agent', message: 'x', tool_calls: [] })).toBe('none');
});
