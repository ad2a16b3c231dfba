import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTrace, type Trace } from '#core';
import { loadSample } from '#dataset';
import type { LiveQueueRule, LiveSummary } from '#schema';
import { makeFolder } from '#platform';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Candidate, fits, LabelQueue } from './queue-rule.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-queue-'));
  makeFolder(join(root, '.whichtool/live'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ALL: LiveQueueRule = { folder: 'samples/live', when: 'all', tool: null, percent: 100 };

function candidate(id: string, more: Partial<LiveSummary> = {}, isFailed = false): Candidate {
  const summary = { tools: ['search'], unknownTools: [], ...more } as unknown as LiveSummary;
  const input = `question ${id} of ann@example.com with AKIAIOSFODNN7EXAMPLE`;
  const parsed = parseTrace({ id, input, tool_calls: [{ name: 'search', turn: 1 }] });
  return { id, trace: (parsed as { trace: Trace }).trace, summary, isFailed };
}

it('takes runs by fault, by tool, and a share that does not depend on when they come', () => {
  const run = candidate('a');
  expect(fits(ALL, run)).toBe(true);
  expect(fits({ ...ALL, when: 'failed' }, run)).toBe(false);
  expect(fits({ ...ALL, when: 'failed' }, candidate('a', {}, true))).toBe(true);
  expect(fits({ ...ALL, when: 'unknown-tools' }, candidate('a', { unknownTools: ['x'] }))).toBe(
    true,
  );
  expect(fits({ ...ALL, tool: 'refund' }, run)).toBe(false);
  const ids = Array.from({ length: 4000 }, (_, i) => candidate(`t${i}`));
  const taken = ids.filter((each) => fits({ ...ALL, percent: 25 }, each));
  expect(taken.length).toBeGreaterThan(900);
  expect(taken.length).toBeLessThan(1100);
});

it('writes a sample that labelling reads, each decision once and without secrets', async () => {
  const queue = new LabelQueue(root);
  await queue.change(ALL);
  await queue.add([candidate('a'), candidate('b')]);
  await queue.add([candidate('a'), candidate('c')]);
  expect([queue.queued, queue.fault]).toEqual([3, null]);
  const text = readFileSync(join(root, 'samples/live/sample.jsonl'), 'utf8');
  expect(text).not.toMatch(/AKIA|ann@/);
  // A server that is started again goes on with the rule.
  const again = new LabelQueue(root);
  expect(again.rule).toEqual(ALL);
  await again.add([candidate('b'), candidate('d')]);
  expect(again.queued).toBe(1);
  const { cases, manifest } = loadSample(join(root, 'samples/live'));
  expect([cases.size, manifest.cases, manifest.unit]).toEqual([4, 4, 'decision']);
  await again.change(null);
  expect(new LabelQueue(root).rule).toBeNull();
});

it.each([
  { ...ALL, folder: '../elsewhere' },
  { ...ALL, folder: '/etc' },
  { ...ALL, folder: '' },
  { ...ALL, when: 'sometimes' },
  { ...ALL, percent: 0 },
  { ...ALL, percent: '5' },
  { ...ALL, tool: 7 },
  'all',
])('does not take %j for a rule', async (rule) => {
  await expect(new LabelQueue(root).change(rule)).rejects.toMatchObject({ status: 400 });
});
