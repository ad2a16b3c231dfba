import { expect, it } from 'vitest';
import { callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';

it('is the share of runs without a call, with its interval', () => {
  const report = reportRuns('no_tools', {}, [[], callsOf('x', 'y'), [], []]);
  expect(report.metrics).toEqual({ 'no_tool.rate': 0.75 });
  expect(report.tally).toEqual({ clean: 3 });
  // 3 of 4: Wilson 0.300642 to 0.954413
  expect(report.intervals).toEqual({ 'no_tool.rate': [0.3006, 0.9545] });
  expect(report.unexpected).toEqual(['x', 'y']);
});

it('a run is perfect when nothing was called; no run is nothing measured', () => {
  expect(scoreRun('no_tools', {}, []).perfect).toBe(true);
  expect(scoreRun('no_tools', {}, callsOf('x')).perfect).toBe(false);
  expect(reportRuns('no_tools', {}, []).metrics).toEqual({ 'no_tool.rate': null });
  expect(reportRuns('no_tools', {}, [[]]).vacuous).toBe(false);
});
