import { expect, it } from 'vitest';
import type { KeptRun, RunRecord } from '#schema';
import { formatRun, formatRuns } from './format-runs.ts';

const NONE = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
const RECORD: RunRecord = {
  schemaVersion: 1,
  name: 'nightly',
  startedAt: '2026-03-01T23:59:59.999+02:00',
  durationMs: 1,
  verdict: 'inconclusive',
  totals: {
    tests: NONE,
    evals: NONE,
    cases: NONE,
    runs: 1,
    errors: 0,
    calls: 1,
    gates: { pass: 3, fail: 1, error: 1, inconclusive: 2 },
  },
  suites: [{ file: 'a.yaml', sha256: 'x' }],
  shard: { index: 1, count: 2 },
  revision: { commit: '0123456789abcdef', branch: 'main' },
  version: '1.0.0',
  report: { sha256: 'x', bytes: 1 },
};
const plain = { color: false, width: 100 };

it('shows a line per run under a heading, times in UTC', () => {
  const runs: KeptRun[] = [
    { id: 12, record: RECORD },
    { id: 3, record: null, reason: 'run.json: no such file' },
  ];
  expect(
    formatRuns(runs, plain)
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['run', 'started (UTC)', 'verdict', 'gates', 'revision', 'name'],
    ['12', '2026-03-01 21:59', '? INCONCLUSIVE', '3 of 7', '01234567 main', 'nightly'],
    ['3', 'unreadable: run.json: no such file'],
    [''],
  ]);
});

it('tells all about one run in a line', () => {
  expect(formatRun({ id: 12, record: RECORD })).toBe(
    'run 12 "nightly" · 2026-03-01 21:59 UTC · 01234567 main · a.yaml · shard 1/2 · whichtool 1.0.0',
  );
});

it('lets nothing in a record reach the terminal as it is', () => {
  const evil = '\u001b[2J\n';
  const record = { ...RECORD, name: evil, version: evil, revision: { commit: evil, branch: evil } };
  const hostile: KeptRun = { id: 1, record: { ...record, suites: [{ file: evil, sha256: '' }] } };
  const unread: KeptRun = { id: 2, record: null, reason: evil };
  for (const text of [formatRun(hostile), formatRuns([hostile, unread], plain)]) {
    expect(text).not.toContain('\u001b');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(3);
  }
});
