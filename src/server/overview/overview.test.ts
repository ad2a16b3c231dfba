import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type EvalReport, type Report, totalsOf } from '#core';
import { reportPath, saveRun } from '#store';
import { KeptReports } from '../runs/kept-reports.ts';
import { buildOverview, type OverviewFilter } from './overview.ts';
import { ReportIndexes } from '../report-index/report-indexes.ts';
import { RunSummaries } from './run-summaries.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const ALL: OverviewFilter = { suite: null, branch: null, model: null };

/** An eval of ten cases, of which some pass. */
function evalOf(name: string, passed: number, suite: string, model: string): EvalReport {
  const isPass = passed >= 8;
  return {
    name,
    verdict: isPass ? 'pass' : 'fail',
    runs: 10,
    errors: 0,
    scores: [],
    gates: [
      {
        metric: 'share',
        op: '>=',
        value: 0.8,
        observed: passed / 10,
        pass: isPass,
        source: 'suite',
        outcome: isPass ? 'pass' : 'fail',
        unit: 'ratio',
        certify: false,
        interval: null,
        note: null,
      },
    ],
    passing: { k: passed, n: 10, rate: passed / 10, interval: null },
    unmeasured: { total: 0, items: [] },
    suite: { file: suite, line: 1 },
    variant: { of: name, model },
    cases: Array.from({ length: 10 }, (_, i) => ({
      id: String(i),
      verdict: i < passed ? ('pass' as const) : ('fail' as const),
    })),
  };
}

function makeProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'whichtool-overview-'));
  folders.push(root);
  return root;
}

async function keep(
  root: string,
  branch: string | null,
  ...evals: readonly EvalReport[]
): Promise<void> {
  const report: Report = {
    schemaVersion: 1,
    verdict: evals.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'pass',
    tests: [],
    evals,
    totals: totalsOf({ tests: [], evals }, 0),
    issues: [],
    suites: [...new Set(evals.map(({ suite }) => suite?.file ?? ''))].map((file) => ({
      file,
      sha256: 'x',
    })),
    version: '0',
    timing: {},
  };
  const { verdict, totals, suites, version } = report;
  const revision = branch === null ? null : { commit: '0123456789', branch };
  const startedAt = '2026-03-02T09:12:00.000Z';
  await saveRun(
    root,
    { name: null, startedAt, durationMs: 1, verdict, totals, suites, revision, version },
    [JSON.stringify(report)],
  );
}

const build = async (
  root: string,
  filter: Partial<OverviewFilter> = {},
  summaries = new RunSummaries(root, new ReportIndexes(root, '1.0.0')),
) => buildOverview(await new KeptReports(root, '1.0.0').list(), summaries, { ...ALL, ...filter });

describe('the overview', () => {
  it('is empty without runs', async () => {
    expect(await build(makeProject())).toMatchObject({
      total: 0,
      runs: [],
      latest: null,
      previous: null,
    });
  });

  it('has the course of each figure, the oldest first, with gaps where a run does not have it', async () => {
    const root = makeProject();
    await keep(root, 'main', evalOf('a', 6, 'a.yaml', 'm'));
    await keep(root, 'main', evalOf('b', 9, 'b.yaml', 'm'));
    await keep(root, 'main', evalOf('a', 9, 'a.yaml', 'm'));
    const { runs, latest, previous } = await build(root);
    expect(runs.map(({ id, verdict, passing }) => [id, verdict, passing])).toEqual([
      [1, 'fail', [6, 10]],
      [2, 'pass', [9, 10]],
      [3, 'pass', [9, 10]],
    ]);
    expect(latest?.trends).toEqual([
      { place: 0, passing: [0.6, null, 0.9], metrics: [[0.6, null, 0.9]] },
    ]);
    // The run between is of another suite.
    expect(previous?.run.id).toBe(1);
  });

  it('is narrowed by suite, branch and model, and then judges only what is left', async () => {
    const root = makeProject();
    await keep(root, 'main', evalOf('a', 6, 'a.yaml', 'small'), evalOf('b', 9, 'b.yaml', 'large'));
    await keep(root, 'other', evalOf('b', 10, 'b.yaml', 'large'));
    const byModel = await build(root, { model: 'large' });
    expect(byModel.runs.map(({ id, verdict, passing }) => [id, verdict, passing])).toEqual([
      [1, 'pass', [9, 10]],
      [2, 'pass', [10, 10]],
    ]);
    const bySuite = await build(root, { suite: 'a.yaml' });
    expect(bySuite.runs.map(({ id, verdict }) => [id, verdict])).toEqual([[1, 'fail']]);
    expect(bySuite.latest?.summary?.entries.map(({ name }) => name)).toEqual(['a']);
    const byBranch = await build(root, { branch: 'main' });
    expect(byBranch.runs.map(({ id }) => id)).toEqual([1]);
    expect(byBranch.choices).toEqual({
      suites: ['a.yaml', 'b.yaml'],
      branches: ['main', 'other'],
      models: ['large', 'small'],
    });
    expect((await build(root, { branch: 'none' })).latest).toBeNull();
  });

  it('reads the reports of the newest runs only', async () => {
    const root = makeProject();
    for (let i = 0; i < 33; i += 1) await keep(root, 'main', evalOf('a', 9, 'a.yaml', 'm'));
    // A report that is read would be a gap now.
    for (const id of [1, 2, 3]) writeFileSync(reportPath(root, id), 'not a report');
    const { runs, fitting, latest } = await build(root);
    expect([runs.length, runs[0]?.id, fitting]).toEqual([30, 4, 33]);
    expect(latest?.trends[0]?.passing.every((value) => value === 0.9)).toBe(true);
  });

  it('says that the newest report cannot be read, and shows nothing else as its result', async () => {
    const root = makeProject();
    await keep(root, 'main', evalOf('a', 9, 'a.yaml', 'm'));
    await keep(root, 'main', evalOf('a', 9, 'a.yaml', 'm'));
    writeFileSync(reportPath(root, 2), '{"schemaVersion":1');
    const { latest, previous } = await build(root);
    expect(latest).toMatchObject({ run: { id: 2 }, summary: null, trends: [] });
    expect(latest?.problem).toContain('JSON');
    expect(previous?.run.id).toBe(1);
  });

  it('reads a report once, and again when its file has changed', async () => {
    const root = makeProject();
    await keep(root, 'main', evalOf('a', 9, 'a.yaml', 'm'));
    const summaries = new RunSummaries(root, new ReportIndexes(root, '1.0.0'));
    const first = await summaries.read(1);
    expect(await summaries.read(1)).toBe(first);
    utimesSync(reportPath(root, 1), 0, 0);
    expect(await summaries.read(1)).not.toBe(first);
  });
});
