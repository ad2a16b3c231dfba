import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Report } from '#core';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { loadSuites } from '../load-suites.ts';
import { runSuites } from '../run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-sweep-'));
  const tool = (name: string, words: string): object => ({ name, description: words });
  write('package.json', '{}');
  write('tools.json', [tool('feed', 'Gives apples.'), tool('wash', 'Soap.')]);
  write('more.json', [
    tool('dine', 'Apples, apples, apples.'),
    tool('sing', 'Songs.'),
    tool('run', 'Runs.'),
  ]);
  const rows = ['a', 'b'].map((id) => ({ id, input: 'apples', expected_tool: 'feed' }));
  write('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, value: unknown): void {
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

const suiteOf = (count: string): string => `
agents:
  keeper: { model: lexical, catalog: tools.json, distractors: { count: ${count}, from: more.json } }
evals:
  - { name: zoo, agent: keeper, dataset: rows.jsonl, scorers: [{ type: tool_name_match }] }
`;

async function run(count: string, isReplay = false): Promise<Report> {
  write('whichtool.yaml', suiteOf(count));
  const drive = driveOptions(join(folder, 'kept'), { isReplay });
  return runSuites(await loadSuites([], folder), runOptions(folder, { drive }));
}

interface Kept {
  readonly path: string;
  readonly tools: number;
}

/** Every cassette, with how many tools its run was offered. */
function cassettes(): readonly Kept[] {
  return readdirSync(join(folder, 'kept'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((path) => {
      const trace = JSON.parse(readFileSync(join(folder, 'kept', path), 'utf8'));
      return { path, tools: trace.tools.length };
    });
}

it('makes the runs of every point with its own tools, and keeps them apart', async () => {
  const report = await run('[0, 1, 3]');
  expect(report.evals.map(({ name, variant }) => [name, variant?.distractors])).toEqual([
    ['zoo (0 distractors)', 0],
    ['zoo (1 distractors)', 1],
    ['zoo (3 distractors)', 3],
  ]);
  const kept = cassettes();
  // Two rows at three points: no two share a file, and each was offered the tools of its point.
  expect(new Set(kept.map(({ path }) => path)).size).toBe(6);
  expect(kept.map(({ tools }) => tools).sort((a, b) => a - b)).toEqual([2, 2, 3, 3, 5, 5]);
  const [{ points } = { points: [] }] = report.sweeps ?? [];
  expect(points.map(({ distractors, offered }) => [distractors, offered])).toEqual([
    [0, [2, 2]],
    [1, [3, 3]],
    [3, [5, 5]],
  ]);
});

it('does not take the runs of one point for those of another', async () => {
  await run('[0, 3]');
  expect((await run('[0, 3]', true)).totals.errors).toBe(0);
  const other = await run('[0, 1]', true);
  expect(other.evals.map(({ errors }) => errors)).toEqual([0, 2]);
});

it('blames no join where a point goes wrong: its runs were made for their rows', async () => {
  const { issues } = await run('[0, 3]');
  const unmatched = issues.find(({ code }) => code === 'LABELS_UNMATCHED');
  expect(unmatched?.message).toContain('zoo (3 distractors)');
  expect(unmatched?.hint).not.toContain('join');
});
