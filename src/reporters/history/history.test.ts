import { expect, it } from 'vitest';
import type { KeptRun } from '#schema';
import { RECORD } from '../fixtures/run-record.ts';
import { formatRun, formatRuns } from '../index.ts';

const plain = { color: false, width: 100 };

it('shows a line per run under a heading, times in UTC', () => {
  const runs: KeptRun[] = [
    { id: 12, record: RECORD },
    { id: 3, record: null, reason: 'run.json: no such file' },
  ];
  expect(
    formatRuns(runs, plain)
      .split('\n')
      .map((line) => line.replace(/^ {2}│ +/, '').split(/ {2,}/)),
  ).toEqual([
    ['run', 'started (UTC)', 'verdict', 'gates', 'revision', 'name'],
    ['12', '2026-03-01 21:59', '? INCONCLUSIVE', '3 of 7', '01234567 main', 'nightly'],
    ['3', '! unreadable'],
    ['run.json: no such file'],
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
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(4);
  }
});
