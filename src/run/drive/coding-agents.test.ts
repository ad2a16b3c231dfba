import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, Report } from '#core';
import { type AgentModel, startAgentModel } from '../../../test/loopback-model/agent-model.mjs';
import { isFull } from '../../../test/support/full.ts';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { runSuites } from '../run.ts';

const BIN = join(
  process.env['WHICHTOOL_AGENTS'] ?? join(tmpdir(), 'whichtool-agents'),
  'node_modules',
  '.bin',
);
const SERVER = resolve('test/servers/look-server.mjs');

let folder: string;
let model: AgentModel;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-agents-test-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  model = await startAgentModel({
    decide: ({ tools, calls }) => {
      const look = tools.find((name) => name.endsWith('look'));
      return calls === 0 && look !== undefined
        ? { text: 'I look.', calls: [{ name: look, arguments: { place: 7 } }] }
        : { text: 'Nothing is there.' };
    },
  });
});
afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A suite in which an agent uses the server `shop`. */
function suiteOf(agent: string, env: Readonly<Record<string, string>>): string {
  const variables = { ...env, PATH: `${BIN}${delimiter}${process.env['PATH']}`, HOME: folder };
  return `
servers:
  shop: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(SERVER)}] }
agents:
  coder: { ${agent}, servers: [shop], env: ${JSON.stringify(variables)} }
tests:
  - name: looks
    agent: coder
    prompt: What is at place 7?
    timeout: 60
    forbidden: [remove]
    function_call_coverage: { function_calls: [shop.look] }
`;
}

async function run(suite: string, isReplay = false): Promise<Report> {
  writeFileSync(join(folder, 'whichtool.yaml'), suite);
  const drive = driveOptions(join(folder, 'cassettes'), { isReplay });
  return runSuites(await loadSuites([], folder), runOptions(folder, { drive }));
}

async function cassette(): Promise<{ text: string; trace: JsonObject }> {
  const root = join(folder, 'cassettes');
  const names = await readdir(root, { recursive: true });
  const name = names.find((file) => file.endsWith('.json')) ?? '';
  const text = readFileSync(join(root, name), 'utf8');
  return { text, trace: JSON.parse(text) as JsonObject };
}

const CASES = [
  [
    'claude',
    'preset: claude, args: [--model, claude-sonnet-4-6]',
    'ANTHROPIC_BASE_URL',
    '',
    'ANTHROPIC_API_KEY',
  ],
  ['codex', 'preset: codex, args: [-m, gpt-5]', 'OPENAI_BASE_URL', '/v1', 'OPENAI_API_KEY'],
  [
    'gemini',
    'preset: gemini, args: [-m, gemini-2.5-flash]',
    'GOOGLE_GEMINI_BASE_URL',
    '',
    'GEMINI_API_KEY',
  ],
  [
    'gemini',
    'acp: [gemini, --acp, --skip-trust, -m, gemini-2.5-flash], auth: gemini-api-key',
    'GOOGLE_GEMINI_BASE_URL',
    '',
    'GEMINI_API_KEY',
  ],
] as const;

describe.each(CASES)('%s as %s', (program, agent, variable, path, key) => {
  const isInstalled = existsSync(join(BIN, program));

  it.skipIf(!isInstalled && !isFull)(
    `is driven as it is, with a server of the suite and the model behind the proxy${isInstalled ? '' : ' (scripts/install-coding-agents.sh installs it)'}`,
    async () => {
      const secret = 'sk-canary-7c1f0e';
      const suite = suiteOf(agent, { [variable]: `${model.url}${path}`, [key]: secret });
      const live = await run(suite);
      expect([live.verdict, live.issues]).toEqual(['pass', []]);
      const { text, trace } = await cassette();
      expect(trace['partial']).toBeUndefined();
      expect(trace['output']).toBe('Nothing is there.');
      const calls = trace['tool_calls'] as JsonObject[];
      expect(calls.map(({ server, name, arguments: args }) => [server, name, args])).toEqual([
        ['shop', 'look', { place: 7 }],
      ]);
      expect(text).not.toContain(secret);
      const requests = model.requests.length;
      const replayed = await run(suite, true);
      expect(JSON.stringify(replayed)).toBe(JSON.stringify(live));
      expect(model.requests).toHaveLength(requests);
    },
  );
});

const RESUMING = CASES.filter(([, agent]) => agent.startsWith('preset:'));

describe.each(RESUMING)('%s as %s', (program, agent, variable, path, key) => {
  it.skipIf(!existsSync(join(BIN, program)) && !isFull)(
    'gets turns one at a time, and goes on with its session',
    async () => {
      const env = { [variable]: `${model.url}${path}`, [key]: 'sk-canary-7c1f0e' };
      const turns = 'turns: ["What is at place 7?", "Is that all of it?"]';
      const suite = suiteOf(agent, env).replace('prompt: What is at place 7?', turns);
      const live = await run(suite);
      expect([live.verdict, live.issues]).toEqual(['pass', []]);
      const { trace } = await cassette();
      expect((trace['tool_calls'] as JsonObject[]).map(({ name }) => name)).toEqual(['look']);
      const bodies = model.requests.map(({ body }) => JSON.stringify(body));
      const second = bodies.findIndex((body) => body.includes('Is that all of it?'));
      // The second turn is said after the first was answered, and the model sees both.
      expect(second).toBeGreaterThan(0);
      expect(bodies[second]).toContain('Nothing is there.');
      expect(bodies[second]).toContain('What is at place 7?');
    },
  );
});
