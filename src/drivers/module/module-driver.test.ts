import { expect, it } from 'vitest';
import type { DriveTask } from '../driver.ts';
import { ModuleDriver } from './module-driver.ts';

const NEVER = new AbortController().signal;
const TASK: DriveTask = {
  id: 'orders · 7 · 2',
  test: 'orders',
  history: [{ role: 'assistant', text: 'Hello', calls: [] }],
  turns: ['where is it?'],
  context: { user: 'u1' },
  run: 2,
  stopsAfterDecision: false,
};

const driverOf = (run: (...values: unknown[]) => unknown): ModuleDriver =>
  new ModuleDriver({ run, format: null });

it('gives a function its task and takes a trace as JSON', async () => {
  const options: unknown[] = [];
  const driver = driverOf(async (task) => {
    options.push(task);
    return { tool_calls: [{ name: 'find' }] };
  });
  expect((await driver.drive(TASK, NEVER)).output).toEqual({
    kind: 'raw',
    text: '{"tool_calls":[{"name":"find"}]}',
    format: null,
  });
  expect(options).toEqual([
    {
      id: 'orders · 7 · 2',
      input: 'where is it?',
      messages: [
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'where is it?' },
      ],
      context: { user: 'u1' },
      run: 2,
    },
  ]);
});

it('takes text as it is, and a list of messages as one conversation', async () => {
  const text = await driverOf(() => '{"tool_calls":[]}').drive(TASK, NEVER);
  expect(text.output).toMatchObject({ text: '{"tool_calls":[]}' });
  const list = await driverOf(() => [{ role: 'user', content: 'x' }]).drive(TASK, NEVER);
  expect(list.output).toMatchObject({ text: '{"messages":[{"role":"user","content":"x"}]}' });
});

it.each([undefined, null, '', '  ', 5, true])('refuses %j', async (answer) => {
  await expect(driverOf(() => answer).drive(TASK, NEVER)).rejects.toMatchObject({
    name: 'DriveError',
    issue: { code: 'AGENT_OUTPUT' },
  });
});

it('refuses what is not JSON', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  await expect(driverOf(() => circle).drive(TASK, NEVER)).rejects.toMatchObject({
    issue: { code: 'AGENT_OUTPUT' },
  });
});

it('tells what a function threw, at once or later, without control characters', async () => {
  const thrown = (): never => {
    throw new Error('no \u001B[31mkey\nsk-abcdefghijklmnop1234');
  };
  for (const run of [thrown, async () => thrown()]) {
    await expect(driverOf(run).drive(TASK, NEVER)).rejects.toMatchObject({
      issue: {
        code: 'AGENT_FAILED',
        message: 'the function threw "no \\u001b[31mkey\\n[redacted]"',
      },
    });
  }
});

it('leaves a function behind that does not hear the signal', async () => {
  const stop = new AbortController();
  const driven = driverOf(() => new Promise(() => {})).drive(TASK, stop.signal);
  stop.abort();
  await expect(driven).rejects.toMatchObject({ issue: { code: 'DRIVE_STOPPED' } });
});
