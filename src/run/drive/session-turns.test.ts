import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, type Report, UserError } from '#core';
import { startLoopbackModel } from '../../../test/loopback-model/server.mjs';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { runSuites } from '../run.ts';

const AGENT = resolve('test/servers/turn-agent.mjs');
const COMMAND = `command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(AGENT)}], session: true`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-turns-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
  writeFileSync(join(folder, 'tools.json'), JSON.stringify([tool]));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(agent: string, test: string, isReplay = false): Promise<Report> {
  writeFileSync(
    join(folder, 'whichtool.yaml'),
    `
agents:
  a: { ${agent} }
tests:
  - { name: t, agent: a, ${test}, function_call_coverage: { function_calls: [look] } }
`,
  );
  const drive = driveOptions(join(folder, 'cassettes'), { isReplay });
  return runSuites(await loadSuites([], folder), runOptions(folder, { drive }));
}

async function trace(): Promise<JsonObject> {
  const root = join(folder, 'cassettes');
  const names = await readdir(root, { recursive: true });
  const name = names.find((file) => file.endsWith('.json')) ?? '';
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as JsonObject;
}

async function asked(): Promise<readonly unknown[]> {
  const { tool_calls: calls } = await trace();
  return (calls as JsonObject[]).map(({ name, arguments: args, turn }) => [
    name,
    (args as JsonObject)['input'],
    turn,
  ]);
}

async function startService(): Promise<string> {
  const service = spawn(process.execPath, [AGENT, 'http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void service.kill());
  const [port] = (await once(service.stdout, 'data')) as [Buffer];
  return `http: "http://127.0.0.1:${String(port).trim()}/", session: true`;
}

describe('turns', () => {
  it.each(['command', 'http'])(
    'are given one at a time to %s agents, in one session',
    async (kind) => {
      const agent = kind === 'command' ? COMMAND : await startService();
      expect((await run(agent, 'turns: [one, two, three]')).verdict).toBe('pass');
      expect(await asked()).toEqual([
        ['look', 'one', 1],
        ['look', 'two', 2],
        ['look', 'three', 3],
      ]);
      expect((await trace())['output']).toBe('turn 3 is done');
      expect((await run(agent, 'turns: [one, two, three]', true)).verdict).toBe('pass');
    },
  );

  it('that a program does not answer are an error of the run', async () => {
    const report = await run(COMMAND, 'turns: [one, crash]');
    expect(report.verdict).toBe('error');
    expect(JSON.stringify(report)).toContain('the program ended before it answered');
  });
});

describe('a simulated user', () => {
  const SCRIPT =
    'prompt: where is my order, user: { script: [{ when: order NUMBER, say: it is A-17 }, { when: thanks, say: never }] }';

  it('answers by script as long as the agent says its words', async () => {
    expect((await run(COMMAND, SCRIPT)).verdict).toBe('pass');
    expect(await asked()).toEqual([
      ['look', 'where is my order', 1],
      ['look', 'it is A-17', 2],
    ]);
    expect((await trace())['input']).toEqual({
      messages: [
        { role: 'user', content: 'where is my order' },
        { role: 'user', content: 'it is A-17' },
      ],
    });
  });

  it('is a part of what a recording depends on', async () => {
    await run(COMMAND, SCRIPT);
    const { issues } = await run(COMMAND, SCRIPT.replace('A-17', 'A-18'), true);
    expect(issues.map(({ code }) => code)).toContain('CASSETTE_STALE');
  });

  it('answers by a model until that says the end, to an agent that is a model', async () => {
    const agent = await startLoopbackModel({
      decide: ({ turns, answer }) =>
        answer === 1
          ? { calls: [{ name: 'look', arguments: { input: turns.length } }] }
          : { text: 'Which one?' },
    });
    const user = await startLoopbackModel({
      decide: ({ turns, system }) => ({
        text:
          turns.length >= 5 || system?.includes('wants order A-17') !== true ? '[END]' : 'A-17.',
      }),
    });
    onTestFinished(async () => {
      await agent.close();
      await user.close();
    });
    const at = (base: string): string => `base_url: "${base}"`;
    const model = `model: "openai-compatible:m", ${at(agent.baseUrls['openai-compatible'])}, catalog: tools.json, tools: mock, mocks: { look: found }`;
    const test = `prompt: where is it, user: { model: "anthropic:u", goal: wants order A-17, ${at(user.baseUrls.anthropic)} }`;
    expect((await run(model, test)).verdict).toBe('pass');
    const { input } = await trace();
    expect((input as JsonObject)['messages']).toEqual([
      { role: 'user', content: 'where is it' },
      { role: 'user', content: 'A-17.' },
    ]);
    expect(user.requests).toHaveLength(2);
  });

  it('needs an agent that is spoken to turn by turn, and a script or a model', async () => {
    const faults = async (agent: string, user: string): Promise<readonly string[]> => {
      const error: unknown = await run(agent, `prompt: hi, user: ${user}`).catch((e: unknown) => e);
      return error instanceof UserError ? error.issues.map(({ message }) => message) : [];
    };
    expect(await faults('command: [x]', '{ script: [{ say: a }] }')).toEqual([
      'a simulated user needs turns one at a time, which agent "a" does not take',
    ]);
    expect(await faults(COMMAND, '{ max_turns: 2 }')).toEqual([
      'a simulated user has a `script`, or a `model` with a `goal`',
    ]);
    expect(await faults(COMMAND, '{ model: "openai:m" }')).toEqual([
      'a user that is a model needs a `goal`',
    ]);
    expect(await faults(COMMAND, '{ model: lexical, goal: g }')).toEqual([
      '"lexical" cannot be a user',
    ]);
  });
});
