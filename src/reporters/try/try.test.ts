import { describe, expect, it } from 'vitest';
import { loadTryReporter } from '../index.ts';
import {
  cellOf as cell,
  chanceOf as p,
  evalOf,
  paired,
  trialOf as reportOf,
} from '../fixtures/trial.ts';
import type { Share } from '#core';
import type { TriedTest, TryReport } from './try-report.ts';

const tryTerminal = await loadTryReporter('terminal');
const tryJson = await loadTryReporter('json');
const OPTIONS = { color: false, width: 100 };
const show = (report: TryReport): string => [...tryTerminal(report, OPTIONS)].join('');

describe('what was tried, on a terminal', () => {
  it('says that nothing changed', () => {
    const text = show(
      reportOf({ verdict: 'unchanged', evals: [evalOf({ verdict: 'unchanged' })] }),
    );
    expect(text).toContain('? try: cannot tell: no case changed\n');
    expect(text).toContain('No case changed');
    expect(text).toContain('2 of 9 cases run again');
  });

  it('says that fewer than six changed cases cannot tell', () => {
    const text = show(reportOf({ evals: [evalOf({ fixed: 5, p: p(0.0625) })] }));
    expect(text).toContain('? try: cannot tell: 5 fixed, 0 broken\n');
    expect(text).toContain(
      'Only 5 cases changed: fewer than 6 cannot tell, whichever way they went.',
    );
    expect(text).toContain('About 40 cases would');
  });

  it('says what is more than chance', () => {
    const one = evalOf({ verdict: 'worse', broken: 6, p: p(0.03125), deciding: null });
    const text = show(reportOf({ verdict: 'worse', evals: [one] }));
    expect(text).toContain('✗ try: worse than before\n');
    expect(text).toContain('6 cases changed, 0 for the better: more than chance, exact p 0.0313.');
  });

  it('marks runs that could not be measured', () => {
    const text = show(reportOf({ verdict: 'better', errors: 2 }));
    expect(text).toContain('! try: better than before; 2 runs could not be measured\n');
  });

  it('leaves out percentages and the plain p in a narrow window', () => {
    const tool = { ...paired({ fixed: 1 }), tool: 'get_order_history', isOverridden: true };
    const report = reportOf({ evals: [evalOf({ tools: [tool] })] });
    const text = [...tryTerminal(report, { ...OPTIONS, width: 78 })].join('');
    expect(text).toMatch(/expected +before +after +fixed +broken +adjusted\n/);
    expect(text).toMatch(/\* get_order_history +1\/2 +1\/2 +1 +0 +1 {2}\S/);
    expect(show(report)).toMatch(/\* get_order_history +1\/2 50 % /);
  });

  it('shows cells by which way they went, what got worse first', () => {
    const named = { total: 20, fixed: 18, still: 1, elsewhere: 1, unknown: 0 };
    const none = { total: 0, fixed: 0, still: 0, elsewhere: 0, unknown: 0 };
    const one = evalOf({
      cells: [
        cell('a', 'b', 45, 1, { named, p: { exact: 0.00001, adjusted: 0.00002 } }),
        cell('a', 'c', 0, 2, { named: none, p: { exact: 0.5, adjusted: 0.5 } }),
        cell('a', 'd', 3, 3, { named: { ...none, total: 3, still: 3 }, p: null }),
      ],
    });
    const lines = show(reportOf({ evals: [one] })).split('\n');
    const at = (text: string): number => lines.findIndex((line) => line.includes(text));
    expect(lines[at('more confused') + 1]).toBe('  │ a -> c   0 -> 2  p 0.5');
    const less = at('less confused');
    expect(lines.slice(less + 1, less + 3)).toEqual([
      '  │ a -> b  45 -> 1',
      '  │   of 20 named: 18 fixed, 1 still there, 1 gone elsewhere, p <0.0001, adjusted <0.0001',
    ]);
    expect(lines[at('confused as before') + 1]).toBe('  │ a -> d   3 -> 3  3 still there');
    expect(at('more confused')).toBeLessThan(at('less confused'));
  });

  it('shows old and new words line by line, and schemas where they change', () => {
    const patch = [
      {
        server: 'shop',
        name: 'get_order',
        description: { before: 'Old.\nTwo lines.', after: 'New.' },
        inputSchema: { before: { type: 'object' }, after: { type: 'object', title: 'x' } },
      },
      { server: null, name: 'bare', description: { before: null, after: 'Now.' } },
    ];
    expect(show(reportOf({ patch }))).toContain(
      [
        'What the model sees now',
        '  │ shop.get_order',
        '  │ - Old.',
        '  │ - Two lines.',
        '  │ + New.',
        '  │ - {"type":"object"}',
        '  │ + {"type":"object","title":"x"}',
        '  │ bare',
        '  │ + Now.',
        '',
      ].join('\n'),
    );
  });

  it('lets no text of a server or a dataset reach the terminal as it is', () => {
    const evil = '\u001b[2J\n::error::x\u202e';
    const one = evalOf({
      name: evil,
      tools: [{ tool: evil, isOverridden: true, ...paired() }],
      cells: [cell(evil, evil, 1, 0)],
      fixedCases: { total: 1, items: [evil] },
    });
    const patch = [{ server: evil, name: evil, description: { before: evil, after: evil } }];
    const text = show(reportOf({ evals: [one], patch }));
    expect(text).not.toMatch(/[\u001b\u202e]|^::/m);
  });

  it('shows tests by their runs, and the sum of several', () => {
    const share = (k: number, n: number): Share => ({ k, n, rate: k / n, interval: null });
    const test = (name: string, before: number, after: number): TriedTest => ({
      name,
      verdict: 'inconclusive',
      pairs: 1,
      before: share(before, 5),
      after: share(after, 5),
      fixed: 1,
      broken: 0,
      p: { exact: 0.2063, adjusted: 0.4127 },
    });
    const tests = [test('late order', 1, 4), test('refund', 2, 5)];
    const all = { ...test('', 0, 0), before: share(3, 10), after: share(9, 10), fixed: 2 };
    const tried = { ...all, p: { exact: 0.04, adjusted: 0.04 }, allTests: 3, errors: 0, tests };
    const text = show(reportOf({ evals: [], tests: { ...tried, verdict: 'better' } }));
    expect(text).toContain('? try: cannot tell: 2 fixed, 0 broken\n');
    expect(text).toContain('✓ tests: 2 of 3 tests run again\n');
    expect(text).toMatch(/all of them +3\/10 30 % +9\/10 90 % +0\.04 +0\.04 +better\n/);
    expect(text).toMatch(/late order +1\/5 20 % +4\/5 80 % +0\.206 +0\.413 +cannot tell\n/);
    expect(text).toContain(
      '3 of 10 runs passed before, 9 of 10 do now: more than chance, exact p 0.04.',
    );
    const none = { ...tried, fixed: 0, verdict: 'unchanged' } as const;
    expect(show(reportOf({ evals: [], tests: none }))).toContain('cannot tell: no test changed');
  });

  it('is the report itself as json', () => {
    const report = reportOf();
    expect(JSON.parse([...tryJson(report, OPTIONS)].join(''))).toEqual(report);
  });
});
