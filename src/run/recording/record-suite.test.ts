import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '#suite';
import { loadSuites } from '../load-suites.ts';
import { rescore } from './fixtures/rescore.ts';
import { recordSuite, type RecordedItem } from './record-suite.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');

/** As it is after a way over HTTP. */
function sent(items: readonly RecordedItem[]): readonly RecordedItem[] {
  return JSON.parse(JSON.stringify(items)) as readonly RecordedItem[];
}

async function catalogOf(text: string, file: string) {
  const [, name] = /^catalog: (.*)$/m.exec(text) ?? [];
  if (name === undefined) return null;
  const read = await readCatalog(join(dirname(file), name), name);
  return read.ok ? read.tools : null;
}

describe('the report of recorded runs is that of a run', () => {
  it.each([
    'ai-go',
    'certify',
    'coverage',
    'failing',
    'labels',
    'mcptest',
    'ragas',
    'research',
    'support-desk',
  ])('of the example %s', async (name) => {
    const path = join(EXAMPLES, name, 'whichtool.yaml');
    const [suite] = await loadSuites([path], EXAMPLES);
    if (suite === undefined) throw new Error('no suite');
    const options = { cwd: join(EXAMPLES, name), version: '0', extent: 'tools' } as const;
    const { report, items } = await recordSuite(suite, options);
    expect(items.map(({ obstacle }) => obstacle).filter((why) => why !== null)).toEqual([]);
    const text = readFileSync(path, 'utf8');
    const scored = await rescore(text, sent(items), {
      file: suite.file,
      catalog: await catalogOf(text, path),
    });
    expect(scored.tests.length + scored.evals.length).toBeGreaterThan(0);
    expect(JSON.stringify(scored)).toBe(
      JSON.stringify({ tests: report?.tests, evals: report?.evals }),
    );
  });

  it.each([
    ['own-scorers', 'module'],
    ['judge', 'judge'],
    ['try', 'none are kept here'],
  ])('and the example %s says why it cannot be', async (name, why) => {
    const [suite] = await loadSuites([join(EXAMPLES, name, 'whichtool.yaml')], EXAMPLES);
    if (suite === undefined) throw new Error('no suite');
    const options = { cwd: join(EXAMPLES, name), version: '0', extent: 'tools' } as const;
    const { items } = await recordSuite(suite, options);
    const obstacles = items.map(({ obstacle }) => obstacle ?? '');
    expect(obstacles.some((text) => text.includes(why))).toBe(true);
  });
});
