import { describe, expect, it } from 'vitest';
import { call, callsOf, reportRuns, scoreRun, sumRuns } from '../../fixtures/calls.ts';
import type { ToolPattern } from '../../tools/tool-pattern.ts';

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
  ).toEqual({ calls: 0, asked: 1 });
});

describe('a call that a forbidden tool does not match by its spelling is a remark', () => {
  function remarks(pattern: ToolPattern, server: string | null, name: string): readonly string[] {
    return sumRuns('forbidden', { tools: [pattern] }, [[{ ...call(name), server }]]).remarks;
  }

  it.each([
    [
      'shell.exec',
      null,
      'exec',
      'the server was not recorded, so this is not known to be shell.exec',
    ],
    [
      'shell.exec',
      null,
      'Exec',
      'the name is spelled differently, and the server was not recorded',
    ],
    ['shell.exec', null, 'shell_exec', 'looks like shell.exec, but the separators differ'],
    ['shell.exec', 'Shell', 'exec', 'looks like shell.exec, but the case differs'],
    ['exec', null, 'Exec', 'looks like exec, but the case differs'],
    ['exec', null, 'ex\u200bec', 'looks like exec, but an invisible character differs'],
    ['exec', null, 'shell_exec', 'the name has a prefix'],
    ['exec', null, 'mcp__shell__exec', 'the name has a prefix'],
  ])('%s, called as %s %s', (pattern, server, name, why) => {
    const [remark, ...others] = remarks(pattern, server, name);
    expect(remark).toContain(` is not matched by forbidden \`${pattern}\`: ${why}`);
    expect(others).toEqual([]);
  });

  it.each([
    ['exec', 'shell', 'exec'],
    ['shell.exec', 'other', 'exec'],
    ['exec', null, 'execute'],
    ['exec', null, 'reexec'],
    ['exec', null, 'search'],
  ])('but not %s, called as %s %s', (pattern, server, name) => {
    expect(remarks(pattern, server, name)).toEqual([]);
  });
});
