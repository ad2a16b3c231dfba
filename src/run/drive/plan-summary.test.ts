import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { loadSuites } from '../load-suites.ts';
import { compileSelector } from '../selection/selector.ts';
import { planDrive } from './plan-drive.ts';
import { type PlanOptions, type PlanSummary, summarisePlan } from './plan-summary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-plan-'));
  write('package.json', '{}');
  write('rows.jsonl', '{"id":"a","input":"x"}\n{"id":"b","input":"y"}\n');
  write('whichtool.yaml', SUITE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SUITE = `
servers:
  shop: { command: no-such-program }
agents:
  desk:
    model: openai:gpt-5-mini
    servers: [shop]
    max_turns: 4
    prices: { input: 2, output: 10 }
  floor: { model: lexical }
  own: { command: [no-such-program] }
tests:
  - { name: talks, agent: desk, turns: [one, two], runs: 5, function_call_coverage: { function_calls: [x] } }
  - { name: floor, agent: floor, prompt: one, function_call_coverage: { function_calls: [x] } }
  - { name: own, agent: own, prompt: one, function_call_coverage: { function_calls: [x] } }
  - { name: old, traces: old.json, function_call_coverage: { function_calls: [x] } }
evals:
  - name: rows
    agent: desk
    dataset: rows.jsonl
    stop_after: first_decision
    scorers: [ { type: function_call_coverage, function_calls: [x] } ]
    expect: []
`;

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const options = (more: Partial<PlanOptions> = {}): PlanOptions => ({
  cwd: folder,
  traces: null,
  dataset: null,
  runs: null,
  selector: compileSelector(null, null),
  folder: join(folder, 'kept'),
  isReplay: false,
  keepsFresh: false,
  ...more,
});

async function planned(more: Partial<PlanOptions> = {}): Promise<PlanSummary> {
  return summarisePlan(await loadSuites([], folder), options(more));
}

/** Keeps a run of the test or eval as if it had been made. */
async function keep(name: string, run: number, usage: JsonObject, prompt?: string): Promise<void> {
  const suites = await loadSuites([], folder);
  const own = suites.flatMap((suite) => suite.tests.map((plan) => ({ suite, plan })));
  const jobs = await planDrive({ ...options(), tests: own, evals: [] });
  const job = jobs.find(({ key }) => key.name === name && key.run === run);
  const fingerprint = { ...job?.fingerprint, ...(prompt === undefined ? {} : { prompt }) };
  const cassette = { version: 1, fingerprint, issues: [], exchanges: [] };
  const text = JSON.stringify({ tool_calls: [], usage, cassette });
  write((job?.path ?? '').slice(folder.length + 1), text);
}

it('lists the runs that would be made, and starts and writes nothing', async () => {
  const { parts, recorded, toMake, cost } = await planned();
  expect(
    parts.map(({ name, kind, agent, model, runs, toMake: make, servers, mostRequests }) => [
      name,
      kind,
      agent,
      model,
      runs,
      make,
      servers.join(),
      mostRequests,
    ]),
  ).toEqual([
    ['talks', 'test', 'desk', 'openai:gpt-5-mini', 5, 5, 'shop', 5 * 2 * 4],
    ['floor', 'test', 'floor', 'lexical', 1, 1, '', 0],
    ['own', 'test', 'own', null, 1, 1, '', null],
    ['rows', 'eval', 'desk', 'openai:gpt-5-mini', 2, 2, 'shop', 2],
  ]);
  expect([recorded, toMake, cost]).toEqual([1, 9, null]);
  expect(existsSync(join(folder, 'kept'))).toBe(false);
});

it('leaves out what is kept and fresh where that is asked for', async () => {
  await keep('talks', 1, {});
  await keep('talks', 2, {}, 'another');
  const found = { runs: 5, kept: 2, stale: 1 };
  expect((await planned()).parts[0]).toMatchObject({ ...found, toMake: 5 });
  expect((await planned({ keepsFresh: true })).parts[0]).toMatchObject({ ...found, toMake: 4 });
  const replayed = await planned({ isReplay: true });
  expect(replayed).toMatchObject({ toMake: 0, cost: 0 });
  expect(replayed.parts[0]).toMatchObject({ ...found, toMake: 0, servers: [] });
});

it('estimates by the mean of the kept runs of the same agent and model', async () => {
  await keep('talks', 1, { input_tokens: 1000, output_tokens: 100 });
  await keep('talks', 2, { input_tokens: 2000, output_tokens: 300 });
  const selector = compileSelector('talks', null);
  const { parts, cost } = await planned({ selector });
  // 5 runs of 1,500 and 200 tokens on average, at 2 and 10 a million.
  expect(parts[0]?.estimate).toEqual({
    fromRuns: 2,
    inputTokens: 7500,
    outputTokens: 1000,
    cost: 0.025,
  });
  expect(cost).toBe(0.025);
  expect((await planned()).parts.at(-1)?.estimate).toMatchObject({ fromRuns: 2, cost: 0.01 });
});

it('makes nothing where traces are given', async () => {
  expect(await planned({ traces: ['x.jsonl'] })).toEqual({
    parts: [],
    recorded: 5,
    toMake: 0,
    cost: 0,
  });
});
