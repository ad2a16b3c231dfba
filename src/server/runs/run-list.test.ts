import { describe, expect, it } from 'vitest';
import type { ApiDamagedRun, ApiRun } from '#schema';
import { pageOfRuns } from './run-list.ts';

const NONE = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
const runOf = (id: number, parts: Partial<ApiRun>): ApiRun => ({
  id,
  name: null,
  startedAt: '2026-03-02T09:12:00.000Z',
  durationMs: 1,
  verdict: 'pass',
  totals: { tests: NONE, evals: NONE, cases: NONE, runs: 0, errors: 0, calls: 0, gates: NONE },
  suites: ['a.yaml'],
  revision: null,
  ...parts,
});
const RUNS: readonly (ApiRun | ApiDamagedRun)[] = [
  runOf(4, { name: 'Nightly', verdict: 'fail', revision: { commit: 'c', branch: 'main' } }),
  { id: 3, damaged: 'run.json is not JSON' },
  runOf(2, { suites: ['b.yaml'], revision: { commit: 'c', branch: 'main' } }),
  runOf(1, { name: 'first' }),
];
const ids = (query: string): readonly number[] =>
  pageOfRuns(RUNS, new URLSearchParams(query)).items.map(({ id }) => id);

describe('the list of runs', () => {
  it.each([
    ['', [4, 3, 2, 1]],
    ['branch=main', [4, 2]],
    ['suite=b.yaml', [2]],
    ['verdict=fail', [4]],
    ['name=NIGHT', [4]],
    ['name=%231', [1]],
    ['branch=main&verdict=pass', [2]],
    ['branch=nothing', []],
    ['cursor=1&limit=2', [3, 2]],
  ])('with %j has %j', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('says how many are kept and what they can be filtered by', () => {
    const { total, kept, next, choices } = pageOfRuns(
      RUNS,
      new URLSearchParams('branch=main&limit=1'),
    );
    expect({ total, kept, next }).toEqual({ total: 2, kept: 4, next: '1' });
    expect(choices).toEqual({ suites: ['a.yaml', 'b.yaml'], branches: ['main'] });
  });

  it('rejects a verdict that does not exist', () => {
    expect(() => ids('verdict=green')).toThrow('verdict is one of');
  });
});
