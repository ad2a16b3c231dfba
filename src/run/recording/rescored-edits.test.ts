import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { covers, extentOf, type Report, type ScoredExtent, UserError } from '#core';
import { loadSuite, type Suite } from '#suite';
import { checkPlan, editSuiteText, loadLinearRegex, readSuiteText } from '#suite-text';
import { isFull } from '../../../test/support/full.ts';
import { runOptions } from '../fixtures/run-options.ts';
import { runSuites } from '../run.ts';
import { pageContext, rescore } from './fixtures/rescore.ts';
import { randomProject } from './fixtures/random-suites.ts';
import { type RecordedItem, recordSuite } from './record-suite.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-rescored-'));
  put('package.json', '{}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function load(text: string): Promise<Suite | readonly string[]> {
  put('whichtool.yaml', text);
  const loaded = await loadSuite('whichtool.yaml', { cwd: folder });
  return loaded.ok ? loaded.suite : loaded.issues.map(({ code, message }) => `${code} ${message}`);
}

async function record(suite: Suite, extent: ScoredExtent): Promise<readonly RecordedItem[]> {
  const { items } = await recordSuite(suite, { cwd: folder, version: '0', extent });
  // As it is after a way over HTTP.
  return JSON.parse(JSON.stringify(items)) as readonly RecordedItem[];
}

/** What a run makes of a suite, or why it cannot be run. */
async function run(suite: Suite): Promise<Pick<Report, 'tests' | 'evals'> | string> {
  try {
    const { tests, evals } = await runSuites([suite], runOptions(folder, { evidenceText: false }));
    return { tests, evals };
  } catch (error) {
    if (error instanceof UserError) return error.issues[0]?.code ?? '';
    throw error;
  }
}

it('runs that were recorded once are scored by every changed suite as a run of its text scores them', async () => {
  const context = pageContext({ file: 'whichtool.yaml', catalog: null }, await loadLinearRegex());
  const seen = { equal: 0, invalid: 0, unusable: 0, wider: 0 };
  await fc.assert(
    fc.asyncProperty(randomProject, async ({ suite, traces, rows, edits }) => {
      put('runs.jsonl', lines(traces));
      put('rows.jsonl', lines(rows));
      let text = `# a suite\n${JSON.stringify(suite, null, 2)}\n`;
      const first = await load(text);
      if (!('tests' in first)) return;
      if (typeof (await run(first)) === 'string') return;
      let items = await record(first, 'tools');
      for (const edit of edits) {
        text = editSuiteText(text, edit, false) ?? text;
        const loaded = await load(text);
        const checked = checkPlan(readSuiteText(text, 'whichtool.yaml'), context);
        if (!('tests' in loaded)) {
          // The page says what the command says.
          const said = checked.problems.map(({ issue }) => `${issue.code} ${issue.message}`);
          expect(said).toEqual(loaded);
          seen.invalid++;
          return;
        }
        const isCovered = [...loaded.tests, ...loaded.evals].every((plan) => {
          const item = items.find(({ name }) => name === plan.name);
          return covers(item?.recorded?.extent ?? 'all', extentOf(plan));
        });
        if (!isCovered) {
          items = await record(first, 'all');
          seen.wider++;
        }
        const expected = await run(loaded);
        const file = { file: 'whichtool.yaml', catalog: null };
        if (typeof expected === 'string') {
          await expect(rescore(text, items, file)).rejects.toThrow(/class/);
          seen.unusable++;
        } else {
          expect(JSON.stringify(await rescore(text, items, file))).toBe(JSON.stringify(expected));
          seen.equal++;
        }
      }
    }),
    { numRuns: isFull ? 400 : 150 },
  );
  // A property about nothing would hold as well.
  expect(seen.equal).toBeGreaterThan(20);
  expect(seen.invalid).toBeGreaterThan(0);
  expect(seen.wider).toBeGreaterThan(0);
});
