import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DriveOutput, DriveTask } from '../driver.ts';
import { CommandDriver, type CommandOptions } from './command-driver.ts';

const NEVER = new AbortController().signal;
const TASK: DriveTask = {
  id: 't · 3',
  test: 't',
  history: [],
  turns: ['hi "you"\nthere'],
  context: null,
  run: 3,
  stopsAfterDecision: false,
};

/** A driver of a script of Node's. */
function driverOf(script: string, more: Partial<CommandOptions> = {}): CommandDriver {
  return new CommandDriver({
    command: [process.execPath, '-e', script],
    cwd: process.cwd(),
    env: {},
    input: 'stdin',
    format: null,
    capture: null,
    ...more,
  });
}

async function textOf(driver: CommandDriver, task: DriveTask = TASK): Promise<string> {
  const { output } = await driver.drive(task, NEVER);
  return (output as Extract<DriveOutput, { kind: 'raw' }>).text;
}

const ECHO = 'process.stdin.pipe(process.stdout)';

it('gives one message as plain text on stdin', async () => {
  expect(await textOf(driverOf(ECHO))).toBe('hi "you"\nthere');
});

it('gives it as the last argument, which no shell reads', async () => {
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const driver = driverOf(script, {
    command: [process.execPath, '-e', script, '--', 'a b'],
    input: 'argument',
  });
  expect(JSON.parse(await textOf(driver))).toEqual(['a b', 'hi "you"\nthere']);
});

it('gives a conversation as a document', async () => {
  const task: DriveTask = {
    ...TASK,
    history: [{ role: 'user', text: 'first' }],
    context: { city: 'Oslo' },
  };
  expect(JSON.parse(await textOf(driverOf(ECHO), task))).toEqual({
    messages: [
      { role: 'user', content: 'first' },
      { role: 'user', content: 'hi "you"\nthere' },
    ],
    context: { city: 'Oslo' },
  });
});

it('tells which run of which task it is, what was declared, and no key of ours', async () => {
  vi.stubEnv('WHICHTOOL_CANARY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const driver = driverOf('console.log(JSON.stringify(process.env))', { env: { MINE: 'yes' } });
  const env = JSON.parse(await textOf(driver)) as Record<string, string>;
  expect(env).toMatchObject({ WHICHTOOL_RUN: '3', WHICHTOOL_TASK: 't · 3', MINE: 'yes' });
  expect(env['WHICHTOOL_CANARY']).toBeUndefined();
});

it('tells how a program failed, with the end of its stderr', async () => {
  const script = 'console.error("\\u001b[2Jno key: " + process.env.K); process.exitCode = 5';
  const driven = driverOf(script, { env: { K: 'hunter22' } }).drive(TASK, NEVER);
  await expect(driven).rejects.toMatchObject({
    isFinal: false,
    issue: {
      code: 'AGENT_FAILED',
      message: 'the program ended with code 5: no key: [redacted]',
    },
  });
});

it('tells which signal ended a program', async () => {
  const driven = driverOf('process.kill(process.pid, "SIGKILL")').drive(TASK, NEVER);
  await expect(driven).rejects.toThrow('the program ended with SIGKILL');
});

it('refuses an empty output and one that is too long', async () => {
  await expect(driverOf('').drive(TASK, NEVER)).rejects.toThrow('the program printed nothing');
  const flood = 'setInterval(() => process.stdout.write("x".repeat(65536)), 0)';
  await expect(driverOf(flood, { maxOutputBytes: 100_000 }).drive(TASK, NEVER)).rejects.toThrow(
    'the program printed more than 100000 bytes',
  );
});

it('says once and for all that there is no such program', async () => {
  const driver = driverOf('', { command: ['no-such-program'] });
  await expect(driver.drive(TASK, NEVER)).rejects.toMatchObject({
    isFinal: true,
    issue: { message: '"no-such-program" cannot be started (ENOENT)' },
  });
});

it('ends a program and all that it started when told to stop', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    require('node:fs').writeFileSync(process.env.PIDS, process.pid + ' ' + child.pid);
    setInterval(() => {}, 1000);`;
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-pids-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pids');
  const stop = new AbortController();
  const driven = driverOf(script, { env: { PIDS: file } }).drive(TASK, stop.signal);
  const ids = await vi.waitFor(
    () => {
      const result = readFileSync(file, 'utf8').split(' ').map(Number);
      expect(result).toHaveLength(2);
      return result;
    },
    { timeout: 20_000 },
  );
  stop.abort();
  await expect(driven).rejects.toMatchObject({ issue: { code: 'DRIVE_STOPPED' } });
  expect(ids.map(runs)).toEqual([false, false]);
});

/** Whether a process runs: one that has ended and waits to be collected does not. */
function runs(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}
