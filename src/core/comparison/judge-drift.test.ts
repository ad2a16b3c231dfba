import { EMPTY_SCORE } from '../report/empty-score.ts';
import { describe, expect, it } from 'vitest';
import type {
  EvalReport,
  GateReport,
  JudgeReport,
  Report,
  ScoreReport,
  TestReport,
} from '../report/report.ts';
import { shareReport } from '../report/share-report.ts';
import { compareReports } from './compare-reports.ts';
import type { Comparison, RegressionRule } from './comparison.ts';

const JUDGE: JudgeReport = {
  models: ['openai:a-1', 'openai:b-1'],
  answeredBy: ['a-1', 'b-1'],
  prompts: { answer: 'p1', goal: 'g1' },
  quorum: 2,
  questions: 3,
  errors: {},
  split: 0,
  usage: { inputTokens: 1, outputTokens: 1, cost: null },
};

function score(scorer: string, value: number, options: Partial<ScoreReport> = {}): ScoreReport {
  return {
    scorer,
    key: null,
    tally: {},
    metrics: { [scorer]: value },
    ...EMPTY_SCORE,
    units: { [scorer]: 'ratio' },
    ...options,
  };
}

function test(name: string, passes: boolean, options: Partial<TestReport> = {}): TestReport {
  return {
    name,
    verdict: passes ? 'pass' : 'fail',
    runs: 1,
    errors: 0,
    scores: [],
    gates: [],
    passing: shareReport(passes ? 1 : 0, 1),
    unmeasured: { total: 0, items: [] },
    suite: null,
    ...options,
  };
}

/** An eval with a case for each letter (p or f), and a judged and a deterministic score of this value. */
function orders(
  letters: string,
  value: number,
  judge: JudgeReport | null,
  purpose: ScoreReport['purpose'] = 'score',
): EvalReport {
  return {
    ...test('orders', true),
    scores: [score('tool_name_match', value), score('goal', value, { judged: true, purpose })],
    ...(judge === null ? {} : { judge }),
    cases: letters.split('').map((letter, i) => ({
      id: String(i),
      verdict: letter === 'p' ? 'pass' : 'fail',
    })),
  };
}

function report(tests: readonly TestReport[], evals: readonly EvalReport[] = []): Report {
  const none = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  return {
    schemaVersion: 1,
    verdict: 'pass',
    tests,
    evals,
    totals: { tests: none, evals: none, cases: none, runs: 0, errors: 0, calls: 0, gates: none },
    issues: [],
    suites: [],
    version: '1',
    timing: {},
  };
}

function compared(before: Report, after: Report, rule?: RegressionRule): Comparison {
  const result = compareReports(before, after, rule === undefined ? null : { rule, margin: null });
  if ('code' in result) throw new Error(result.message);
  return result;
}

function evals(then: EvalReport, now: EvalReport, rule?: RegressionRule): Comparison {
  return compared(report([], [then]), report([], [now]), rule);
}

describe('an eval with another judge', () => {
  it.each([
    ['models', { models: ['openai:c-1'] }, 'openai:a-1, openai:b-1', 'openai:c-1'],
    ['answeredBy', { answeredBy: ['a-2', 'b-1'] }, 'a-1, b-1', 'a-2, b-1'],
    ['prompts', { prompts: { answer: 'p2' } }, 'answer p1', 'answer p2'],
    ['quorum', { quorum: 1 }, '2', '1'],
  ] as const)('of other %s is not compared where judges decide', (what, options, before, after) => {
    const result = evals(
      orders('ppp', 0.5, JUDGE),
      orders('pff', 0.4, { ...JUDGE, ...options }),
      'any',
    );
    const [part] = result.parts;
    expect(part?.drift).toEqual({
      code: 'JUDGE_DRIFT',
      changes: [{ what, before, after }],
      units: { total: 3, items: ['0', '1', '2'] },
      metrics: { total: 1, items: ['goal'] },
    });
    expect(part).toMatchObject({ pairs: 0, worse: 0, verdict: 'inconclusive', outcome: 'error' });
    expect(result.regression?.outcome).toBe('error');
    // Deterministic figures are compared as before.
    expect(part?.metrics.items.map(({ metric }) => metric)).toEqual(['tool_name_match']);
  });

  it('that never decides a case has its judged metrics left out alone', () => {
    const other = { ...JUDGE, models: ['openai:c-1'] };
    const result = evals(orders('ppp', 0.5, JUDGE, 'qa'), orders('ppf', 0.4, other, 'qa'), 'any');
    expect(result.parts[0]).toMatchObject({ pairs: 3, worse: 1, outcome: 'fail' });
    expect(result.parts[0]?.drift).toMatchObject({ units: { total: 0 }, metrics: { total: 1 } });
  });

  it.each([
    ['the same judge', JUDGE],
    ['the same judges in another order', { ...JUDGE, models: ['openai:b-1', 'openai:a-1'] }],
    ['no question', null],
    ['no answer', { ...JUDGE, answeredBy: [], errors: { JUDGE_ERROR: 3 } }],
    ['one judge of the jury out of order', { ...JUDGE, answeredBy: ['b-1'] }],
    ['one kind of question', { ...JUDGE, prompts: { goal: 'g1' } }],
  ])('is compared with %s', (_, judge) => {
    const result = evals(orders('ppp', 0.5, JUDGE), orders('ppf', 0.4, judge), 'any');
    expect(result.parts[0]).toMatchObject({ pairs: 3, worse: 1, outcome: 'fail' });
    expect(result.parts[0]?.drift).toBeUndefined();
    expect(result.parts[0]?.metrics.total).toBe(2);
  });
});

describe('tests with another judge', () => {
  const gates = [{ metric: 'goal.achieved', judged: true } as GateReport];
  const judged = (passes: boolean, models = JUDGE.models): TestReport =>
    test('judged', passes, { gates, judge: { ...JUDGE, models } });
  const other = ['openai:c-1'];

  it('are left out, and nothing is called unchanged', () => {
    const before = report([judged(true), test('plain', true)]);
    const after = report([judged(false, other), test('plain', true)]);
    const result = compared(before, after, 'any');
    expect(result.parts[0]).toMatchObject({ pairs: 1, worse: 0, outcome: 'error' });
    expect(result.parts[0]?.drift?.units.items).toEqual(['judged']);
    expect(compared(before, after).verdict).toBe('inconclusive');
  });

  it('do not hide that another test is worse', () => {
    const before = report([judged(true), test('plain', true)]);
    const after = report([judged(true, other), test('plain', false)]);
    expect(compared(before, after, 'any').regression?.outcome).toBe('fail');
  });
});
