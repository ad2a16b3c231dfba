import { expect, test } from 'vitest';
import { formatCalls, readContent, readDocument } from '../../fixtures/reader-case.ts';
import { call, step } from './fixtures/index.ts';
import { smolagentsFormat } from './index.ts';

test('a memory that is a list of steps is one run', async () => {
  const runs = await readDocument([
    { task: 'Go', task_images: null },
    step(1, [call('c1', 'get', {})]),
  ]);
  expect(runs.map((run) => [run.input, ...formatCalls(run)])).toEqual([['Go', 'get ok']]);
});

test('functions in the code of a CodeAgent are not calls', async () => {
  const code = 'print(web_search("x"))\nvisit("y")';
  const [run] = await readDocument({ steps: [step(1, [call('c1', 'python_interpreter', code)])] });
  expect(run?.calls).toMatchObject([
    { name: 'python_interpreter', arguments: { value: { code } } },
  ]);
});

test('a step that failed on a call which is not in the memory is not measured', async () => {
  const error = { type: 'AgentToolExecutionError', message: 'no' };
  const [run] = await readDocument({ steps: [step(1, [], { error })] });
  expect(run?.fault?.code).toBe('READ_ANSWER_MISSING');
});

test('the step limit is not a failure of the last call', async () => {
  const error = { type: 'AgentMaxStepsError', message: 'Reached max steps.' };
  const [run] = await readDocument({ steps: [step(1, [call('c1', 'get', {})], { error })] });
  expect([run?.error, run === undefined ? [] : formatCalls(run)]).toEqual([null, ['get ok']]);
});

test('steps of other products are not ours', async () => {
  expect(smolagentsFormat.sniff({ step_number: 1, tool: 'x' })).toBe('none');
  expect(smolagentsFormat.sniff({ steps: [{ finishReason: 'stop' }] })).toBe('none');
  const [record] = await readContent('x.json', '{"steps":[]}', smolagentsFormat);
  expect(record).toMatchObject({ trace: { error: 'the memory has no step of the agent' } });
});
