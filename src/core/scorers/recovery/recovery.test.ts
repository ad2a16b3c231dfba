import { expect, it } from 'vitest';
import { call, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import type { ToolCall } from '../../trace/trace.ts';

const made = (...calls: readonly string[]): readonly ToolCall[] =>
  calls.map((text) => {
    const [tool = '', status] = text.split(' ');
    return call(tool, undefined, { status: (status ?? null) as ToolCall['status'] });
  });

it('counts failed calls that a later call of the same tool recovered, and runs in which all were', () => {
  const report = reportRuns('recovery', {}, [
    made('a error', 'a ok'), // recovered
    made('a error', 'b ok'), // another tool
    made('a ok', 'a error'), // the success came before
    made('a error', 'a error', 'a ok', 'b error'), // two of three
    made('a ok'), // nothing failed
    [],
  ]);
  expect(report.metrics).toEqual({
    'recovery.rate': 0.25,
    'recovery.recovered': 3,
    'recovery.unrecovered': 3,
  });
  expect(report.tally).toEqual({
    recovered: 3,
    unrecovered: 3,
    recovered_runs: 1,
    failed_runs: 4,
  });
  // 1 of 4: Wilson 0.045587 to 0.699358
  expect(report.intervals).toEqual({ 'recovery.rate': [0.0455, 0.6994] });
});

it('takes a tool of the same class for the same, and no tool of another server', () => {
  const classes = [{ name: 'search', members: ['brave.find', 'google.search'] }];
  const run = made('brave.find error', 'google.search ok');
  expect(scoreRun('recovery', { classes }, run).perfect).toBe(true);
  expect(scoreRun('recovery', {}, run).perfect).toBe(false);
  expect(scoreRun('recovery', {}, made('a.x error', 'b.x ok')).perfect).toBe(false);
});

it('is not measured where a status is not recorded, and the rate where nothing failed', () => {
  for (const run of [made('a error', 'a'), made('a error', 'a missing')]) {
    const { metrics, notMeasured } = reportRuns('recovery', {}, [run]);
    expect(Object.values(metrics)).toEqual([null, null, null]);
    expect(Object.keys(notMeasured ?? {})).toHaveLength(3);
  }
  expect(reportRuns('recovery', {}, [made('a ok')]).metrics).toEqual({
    'recovery.rate': null,
    'recovery.recovered': 0,
    'recovery.unrecovered': 0,
  });
});
