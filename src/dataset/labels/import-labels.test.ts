import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSample } from '../sampling/create-sample.ts';
import { type ImportOutcome, importLabels, type LabelImport } from './import-labels.ts';
import { openLabels } from './open-labels.ts';

let folder = '';
let ids: readonly string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-import-'));
  const runs = ['where is it', 'cancel it'].map((input) => ({ input, tool_calls: [] }));
  writeFileSync(join(folder, 'runs.jsonl'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
  await createSample(
    folder,
    ['runs.jsonl'],
    { size: 2, seed: '1', by: [], unit: 'trace', minimum: 1 },
    { cwd: folder, format: null, requester: null, catalog: null, onProgress: () => {} },
  );
  ids = [...openLabels(folder).sample.cases.keys()];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function add(
  reviewer: string,
  tool: string,
  source: Partial<LabelImport> = {},
): Promise<ImportOutcome> {
  const rows = ids.slice(0, 1).map((id) => ({ value: { id, expected_tool: tool }, where: {} }));
  return importLabels(folder, rows, {
    task: 'label',
    role: 'review',
    reviewer,
    time: '2026-01-01T00:00:00.000Z',
    revise: false,
    catalog: null,
    ...source,
  });
}

const codesOf = (outcome: ImportOutcome): readonly string[] =>
  outcome.ok ? outcome.checked.issues.map(({ code }) => code) : [outcome.issue.code];

test('of imports at once that contradict each other one is added', async () => {
  const outcomes = await Promise.all(['a', 'b', 'c'].map((tool) => add('ann', tool)));
  const codes = outcomes.map(codesOf);
  expect(codes.filter((list) => list.length === 0)).toHaveLength(1);
  expect(codes.flat()).toEqual(['LABEL_CONFLICT', 'LABEL_CONFLICT']);
  expect(openLabels(folder).records).toHaveLength(1);
});

test('of decisions at once, by different people, one is added', async () => {
  await add('ann', 'a');
  await add('ben', 'b');
  const outcomes = await Promise.all(
    ['cleo', 'dora', 'emil'].map((name) => add(name, 'a', { role: 'adjudicate' })),
  );
  expect(outcomes.flatMap(codesOf)).toEqual(['LABEL_NOT_DISPUTED', 'LABEL_NOT_DISPUTED']);
  expect(openLabels(folder).records.filter(({ role }) => role === 'adjudicate')).toHaveLength(1);
});

test('a decision is about the labels that were shown', async () => {
  await add('ann', 'a');
  await add('ben', 'b');
  const { book } = openLabels(folder);
  await add('ann', 'c', { revise: true, time: '2026-01-02T00:00:00.000Z' });
  const decision = await add('cleo', 'a', { role: 'adjudicate', seen: book });
  expect(codesOf(decision)).toEqual(['LABEL_STALE']);
  const again = await add('cleo', 'a', { role: 'adjudicate', seen: openLabels(folder).book });
  expect(codesOf(again)).toEqual([]);
});

test('what is known adds nothing, and no lock stays', async () => {
  await add('ann', 'a');
  const text = readFileSync(join(folder, 'labels/ann.jsonl'), 'utf8');
  expect(codesOf(await add('ann', 'a'))).toEqual([]);
  expect(readFileSync(join(folder, 'labels/ann.jsonl'), 'utf8')).toBe(text);
  expect(readdirSync(join(folder, 'labels'))).toEqual(['ann.jsonl']);
});
