import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject, Report } from '#core';
import { startHttpServer } from '../../../test/servers/look-http.ts';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { runSuites } from '../run.ts';

const SERVER = resolve('test/servers/look-server.mjs');
const AGENT = resolve('test/servers/mcp-program.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-mocks-'));
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(agent: string, server: string, isReplay = false): Promise<Report> {
  const suite = `
servers:
  shop: ${server}
agents:
  program: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(AGENT)}], capture: model, complete: true, ${agent} }
tests:
  - name: looks
    agent: program
    prompt: look
    function_call_coverage: { function_calls: [shop.look] }
`;
  writeFileSync(join(folder, 'whichtool.yaml'), suite);
  const drive = driveOptions(join(folder, 'cassettes'), { isReplay });
  return runSuites(await loadSuites([], folder), runOptions(folder, { drive }));
}

async function trace(): Promise<JsonObject> {
  const root = join(folder, 'cassettes');
  const names = await readdir(root, { recursive: true });
  const name = names.find((file) => file.endsWith('.json')) ?? '';
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as JsonObject;
}

/** What the program saw of its tool, and what it got for calls with 1 and 2. */
async function output(): Promise<unknown> {
  return JSON.parse((await trace())['output'] as string);
}

const STDIO = `{ command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(SERVER)}, real] }`;
const MOCKS =
  'tools: mock, mocks: { look: [{ args: { place: 1 }, result: a key }, { args: { place: 2 }, result: dark, error: true, delay: 0.01 }] }';

it.each(['stdio', 'http'])('calls of a program are answered by mocks (%s)', async (kind) => {
  const http = await startHttpServer('real');
  try {
    const server = kind === 'stdio' ? STDIO : `{ url: "${http.url}" }`;
    const report = await run(`servers: [shop], ${MOCKS}`, server);
    expect([report.verdict, report.issues]).toEqual(['pass', []]);
    expect(await output()).toEqual([
      'Looks at a place and says what is there.',
      'a key',
      'dark (error)',
    ]);
    const { tool_calls: calls } = await trace();
    expect((calls as JsonObject[]).map(({ status }) => status)).toEqual(['ok', 'error']);
    expect((await run(`servers: [shop], ${MOCKS}`, server, true)).verdict).toBe('pass');
  } finally {
    await http.close();
  }
});

it('servers of a catalog are not started at all', async () => {
  const tool = { server: 'shop', name: 'look', description: 'From a file.', input_schema: {} };
  writeFileSync(join(folder, 'tools.json'), JSON.stringify([tool]));
  const broken = '{ command: /no/such/server }';
  expect((await run(`servers: [shop], catalog: tools.json, ${MOCKS}`, broken)).verdict).toBe(
    'pass',
  );
  expect(await output()).toEqual(['From a file.', 'a key', 'dark (error)']);
});

it.each(['stdio', 'http'])(
  'a program sees other descriptions, and the real results (%s)',
  async (kind) => {
    const http = await startHttpServer('real');
    try {
      const server = kind === 'stdio' ? STDIO : `{ url: "${http.url}" }`;
      const overrides = 'overrides: { shop.look: { description: Another one. } }';
      expect((await run(`servers: [shop], ${overrides}`, server)).verdict).toBe('pass');
      expect(await output()).toEqual(['Another one.', 'real', 'real']);
      const { tools } = await trace();
      expect((tools as JsonObject[]).map(({ description }) => description)).toEqual([
        'Another one.',
      ]);
    } finally {
      await http.close();
    }
  },
);

it('an override of a tool that no server lists is an error', async () => {
  const report = await run('servers: [shop], overrides: { lok: { description: x } }', STDIO);
  expect(report.verdict).toBe('error');
  expect(report.issues.map(({ code }) => code)).toContain('TOOL_OVERRIDE_UNKNOWN');
});

it('results that were recorded answer the same calls', async () => {
  await run('servers: [shop]', STDIO);
  expect(await output()).toEqual(['Looks at a place and says what is there.', 'real', 'real']);
  renameSync(join(folder, 'cassettes'), join(folder, 'recorded'));
  const changed = STDIO.replace(', real]', ', changed]');
  await run('servers: [shop], tools: mock, mocks_from: recorded', changed);
  expect(await output()).toEqual(['Looks at a place and says what is there.', 'real', 'real']);
});
