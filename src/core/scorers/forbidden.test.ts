import { expect, it } from 'vitest';
import { call, callsOf, reportRuns, scoreRun } from '../fixtures/calls.ts';

const tools = ['rm', 'shell.exec', { server: 'db', tool: 'drop' }];

it('counts every call of a forbidden tool over all runs', () => {
  const report = reportRuns('forbidden', { tools }, [
    callsOf('s.rm', 'shell.exec', 'other.exec', 'rm'),
    callsOf('db.drop', 'drop'),
  ]);
  expect(report.metrics).toEqual({ 'forbidden.calls': 4 });
  expect(report.unexpected).toEqual(['s.rm', 'shell.exec', 'rm', 'db.drop']);
  expect(report.calls[3]).toEqual({ run: 2, call: 1, tool: 'db.drop', verdict: 'forbidden' });
});

it('a run without one is perfect, and not vacuous', () => {
  expect(scoreRun('forbidden', { tools }, callsOf('x')).perfect).toBe(true);
  expect(reportRuns('forbidden', { tools }, [[]])).toMatchObject({
    vacuous: false,
    metrics: { 'forbidden.calls': 0 },
  });
});

it('nothing is forbidden by a name of object members', () => {
  expect(
    scoreRun('forbidden', { tools: [] }, [call('constructor'), call('__proto__')]).tally,
  ).toEqual({ calls: 0 });
});
