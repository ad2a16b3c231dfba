import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { CapturedOutput, DriveTask } from '../driver.ts';
import { AcpDriver, type AcpOptions } from './acp-driver.ts';

const AGENT = resolve('test/servers/acp-agent.mjs');
const NEVER = new AbortController().signal;

function driver(more: Partial<AcpOptions> = {}): AcpDriver {
  return new AcpDriver({
    command: [process.execPath, AGENT],
    folder: process.cwd(),
    cwd: null,
    env: {},
    mcpConfig: { mcpServers: {} },
    permissions: 'allow',
    auth: null,
    ...more,
  });
}

function taskOf(...turns: readonly string[]): DriveTask {
  return {
    id: 't · 1',
    test: 't',
    history: [],
    turns,
    context: null,
    run: 1,
    stopsAfterDecision: false,
  };
}

async function reported(acp: AcpDriver, ...turns: readonly string[]): Promise<JsonObject> {
  const { output } = await acp.drive(taskOf(...turns), NEVER);
  return (output as CapturedOutput).reported ?? {};
}

const callsOf = ({ tool_calls: calls }: JsonObject): readonly unknown[] =>
  (calls as JsonObject[]).map(({ name, arguments: args, status, turn }) => [
    name,
    args,
    status,
    turn,
  ]);

describe('an agent of the Agent Client Protocol', () => {
  it('is asked turn by turn in one session', async () => {
    const trace = await reported(driver(), 'look', 'look look');
    expect(callsOf(trace)).toEqual([
      ['look', { word: 'look' }, 'ok', 1],
      ['look', { word: 'look' }, 'ok', 2],
      ['look', { word: 'look' }, 'ok', 2],
    ]);
    expect(trace['output']).toBe('did look look: ');
  });

  it('gets permission, or not, as the policy says', async () => {
    expect(callsOf(await reported(driver(), 'permit'))).toEqual([
      ['permit', { word: 'permit' }, 'ok', 1],
    ]);
    expect(callsOf(await reported(driver({ permissions: 'reject' }), 'permit'))).toEqual([
      ['permit', { word: 'permit' }, 'denied', 1],
    ]);
  });

  it('reads and writes inside the folder of its session, and has no terminal', async () => {
    expect((await reported(driver(), 'write escape terminal'))['output']).toBe(
      'did write escape terminal: two, the path leads out of the folder of the session, -32601',
    );
  });

  it('is not measured by calls without a name', async () => {
    await expect(reported(driver(), 'nameless')).rejects.toMatchObject({
      issue: { code: 'AGENT_NAMELESS' },
    });
  });

  it.each([
    ['crash', 'the agent ended'],
    ['refuse', 'the agent ended a turn by "refusal"'],
  ])('is an error where it does not end a turn: %s', async (word, message) => {
    await expect(reported(driver(), word)).rejects.toMatchObject({
      issue: { code: 'AGENT_FAILED', message: expect.stringContaining(message) },
    });
  });

  it('is an error where it cannot be started', async () => {
    await expect(reported(driver({ command: ['/no/such/agent'] }), 'look')).rejects.toMatchObject({
      issue: { code: 'AGENT_FAILED' },
      isFinal: true,
    });
  });

  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    const driven = driver().drive(taskOf('hang'), stop.signal);
    setImmediate(() => stop.abort());
    await expect(driven).rejects.toMatchObject({ issue: { code: 'DRIVE_STOPPED' } });
  });

  it('cannot be sent an earlier conversation', async () => {
    const task = { ...taskOf('look'), history: [{ role: 'user', text: 'hi' }] as const };
    await expect(driver().drive(task, NEVER)).rejects.toMatchObject({
      issue: { code: 'DRIVE_MESSAGES' },
    });
  });
});
