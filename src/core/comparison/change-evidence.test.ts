import { describe, expect, it } from 'vitest';
import type { EvalReport, ListedRun, RunEvidence, TestReport } from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { quoteChanges } from './change-evidence.ts';
import type { Change } from './comparison.ts';

const plain = {
  name: 'orders',
  verdict: 'fail',
  runs: 1,
  errors: 0,
  scores: [],
  gates: [],
  passing: shareReport(0, 1),
  unmeasured: { total: 0, items: [] },
  suite: null,
} as const;

const change = (id: string): Change => {
  return { id, change: 'worse', before: { k: 1, n: 1 }, after: { k: 0, n: 1 } };
};

const run = (where: string, tool: string, question?: string): RunEvidence => {
  return { where, calls: [{ tool }], ...(question === undefined ? {} : { question }) };
};

function evalOf(evidence: RunEvidence | undefined): EvalReport {
  const shown = evidence === undefined ? {} : { evidence };
  return { ...plain, cases: [{ id: 'c1', verdict: 'fail', ...shown }] };
}

describe('a case that changed', () => {
  it('has its question, and what was called before and after', () => {
    const both = [evalOf(run('a:1', 'status', 'where?')), evalOf(run('b:1', 'history', 'where?'))];
    expect(quoteChanges([change('c1')], [both as [EvalReport, EvalReport]])).toEqual([
      {
        ...change('c1'),
        evidence: {
          question: 'where?',
          before: { where: 'a:1', called: ['status'] },
          after: { where: 'b:1', called: ['history'] },
        },
      },
    ]);
  });

  it('stays as it is where one report has no evidence', () => {
    const changes = [change('c1')];
    expect(quoteChanges(changes, [[evalOf(undefined), evalOf(run('b:1', 'x'))]])).toEqual(changes);
    expect(quoteChanges(changes, [[evalOf(run('a:1', 'x')), evalOf(undefined)]])).toEqual(changes);
  });

  it('has no question that the later report leaves out', () => {
    const both = [evalOf(run('a:1', 'x', 'secret?')), evalOf({ where: 'b:1' })] as const;
    const [quoted] = quoteChanges([change('c1')], [both]);
    expect(quoted?.evidence).toEqual({
      before: { where: 'a:1', called: ['x'] },
      after: { where: 'b:1' },
    });
  });
});

describe('a test that changed', () => {
  const listed = (verdict: ListedRun['verdict'], number: number): ListedRun => {
    return { run: number, verdict, evidence: run(`t:${number}`, 'x', 'find it') };
  };
  const testOf = (...listedRuns: ListedRun[]): TestReport => ({ ...plain, listedRuns });

  it('shows the first run that fails, otherwise the first', () => {
    const both = [
      testOf(listed('pass', 1), listed('pass', 2)),
      testOf(listed('pass', 1), listed('fail', 2)),
    ] as const;
    const [quoted] = quoteChanges([change('orders')], [both]);
    expect(quoted?.evidence).toMatchObject({
      question: 'find it',
      before: { where: 't:1' },
      after: { where: 't:2' },
    });
  });
});
