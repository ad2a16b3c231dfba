import { describe, expect, it } from 'vitest';
import type { KeptRun, RunRecord } from '#schema';
import { provenanceOf } from './run-provenance.ts';

const NONE = { pass: 0, fail: 0, error: 0, inconclusive: 0 };

function runOf(id: number, change: Partial<RunRecord> = {}): KeptRun & { record: RunRecord } {
  return {
    id,
    record: {
      schemaVersion: 1,
      name: null,
      startedAt: `2026-11-0${id}T10:00:00.000Z`,
      durationMs: 5,
      verdict: 'pass',
      totals: {
        tests: { ...NONE, pass: 1, fail: 1 },
        evals: NONE,
        cases: NONE,
        runs: 2,
        errors: 0,
        calls: 4,
        gates: NONE,
      },
      suites: [{ file: 'a.yaml', sha256: String(id) }],
      revision: { commit: `c${id}`, branch: 'main' },
      version: '1',
      report: { sha256: '', bytes: 1 },
      ...change,
    },
  };
}

describe('what a page says of a kept run', () => {
  it('is when and of what it was made, and how earlier runs of the same suites ended', () => {
    const other = runOf(2, { suites: [{ file: 'b.yaml', sha256: '' }] });
    const unreadable: KeptRun = { id: 3, record: null, reason: 'torn' };
    const cases = { ...runOf(4).record.totals, cases: { ...NONE, pass: 8, fail: 2 } };
    const now = runOf(4, { totals: cases, name: 'nightly', verdict: 'fail' });
    // The newest first, as the history lists them; the last one came later.
    expect(provenanceOf(now, [runOf(5), now, unreadable, other, runOf(1)])).toEqual({
      date: '2026-11-04T10:00:00.000Z',
      commit: 'c4',
      branch: 'main',
      name: 'nightly',
      trend: [
        {
          id: 1,
          date: '2026-11-01T10:00:00.000Z',
          commit: 'c1',
          verdict: 'pass',
          passing: [1, 2],
          noun: 'test',
        },
        {
          id: 4,
          date: '2026-11-04T10:00:00.000Z',
          commit: 'c4',
          verdict: 'fail',
          passing: [8, 10],
          noun: 'case',
        },
      ],
    });
  });

  it('has no trend of one run, and no commit outside a repository', () => {
    const run = runOf(1, { revision: null });
    expect(provenanceOf(run, [run])).toEqual({ date: '2026-11-01T10:00:00.000Z' });
    expect(provenanceOf({ id: 1, record: null, reason: 'torn' }, [])).toBeUndefined();
  });
});
