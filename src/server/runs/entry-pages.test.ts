import {
  type CaseReport,
  type EntryFilter,
  type EvalReport,
  type GateReport,
  NO_FILTER,
  type TestReport,
  type Verdict,
} from '#core';
import { describe, expect, it } from 'vitest';
import { EntryPages } from './entry-pages.ts';

const CASES: readonly CaseReport[] = Array.from({ length: 10 }, (_, i) => ({
  id: i === 9 ? 'case-0' : `case-${i}`,
  verdict: i % 3 === 0 ? 'fail' : 'pass',
  ...(i % 3 === 0
    ? { modes: ['wrong_tool'], confused: [['status', i === 0 ? 'history' : 'eta']] }
    : {}),
  evidence: {
    where: `traces/a.jsonl:${i + 1}`,
    question: i === 6 ? `Where is my PACKAGE? ${'long '.repeat(200)}` : 'Hello',
    answer: 'There it is.',
    calls: [{ tool: i % 3 === 0 ? 'eta' : 'status', arguments: { id: i }, result: 'found' }],
    expected: { calls: [{ tool: 'status' }], rationale: 'the guide says so' },
  },
}));

const measured = {
  name: 'orders',
  cases: CASES,
  scores: [],
  unmeasured: { total: 0, items: [] },
} as unknown as EvalReport;
const PAGES = new EntryPages({}, { kind: 'eval', measured });

const placesOf = (filter: Partial<EntryFilter>): readonly number[] =>
  PAGES.page({ ...NO_FILTER, ...filter }, { from: 0, limit: 100 }).items.map(({ place }) => place);

describe('a page of cases', () => {
  it('filters by verdict, failure mode, cell, tool and text', () => {
    const failing = [0, 3, 6, 9];
    expect(placesOf({})).toEqual(failing);
    expect(placesOf({ mode: 'wrong_tool', show: 'all' })).toEqual(failing);
    expect(placesOf({ expected: 'status', called: 'history' })).toEqual([0]);
    expect(placesOf({ tool: 'eta', show: 'all' })).toEqual(failing);
    expect(placesOf({ query: 'package where', show: 'all' })).toEqual([6]);
    expect(placesOf({ query: 'a.jsonl:10' })).toEqual([9]);
    expect(placesOf({ query: 'eta', show: 'pass' })).toEqual([]);
  });

  it('goes on where the page before ended, with the counts of all', () => {
    const seen: number[] = [];
    for (let from: number | null = 0; from !== null;) {
      const page = PAGES.page(NO_FILTER, { from, limit: 3 });
      expect([page.total, page.count, page.counts, page.show]).toEqual([
        4,
        10,
        { fail: 4, pass: 6 },
        'fail',
      ]);
      seen.push(...page.items.map(({ place }) => place));
      from = page.next === null ? null : Number(page.next);
    }
    expect(seen).toEqual([0, 3, 6, 9]);
  });

  it('has the names of calls and the start of the question, and no other text', () => {
    const [row] = PAGES.page({ ...NO_FILTER, query: 'package' }, { from: 0, limit: 1 }).items;
    expect(row?.evidence?.question).toHaveLength(300);
    expect(row?.evidence?.calls).toEqual([{ tool: 'eta' }]);
    expect(JSON.stringify(row)).not.toMatch(/found|There it is|the guide says so/);
  });
});

describe('an opened case', () => {
  it('is found by id or place, with its row under the filter', () => {
    expect(PAGES.open({ id: 'case-3' }, NO_FILTER)).toMatchObject({
      row: 1,
      entry: { place: 3, isNamed: true, evidence: { answer: 'There it is.' } },
    });
    expect(PAGES.open({ id: 'case-3' }, { ...NO_FILTER, show: 'pass' }).row).toBe(-1);
  });

  it('is opened by place where another case has its id', () => {
    expect(PAGES.open({ id: 'case-0' }, NO_FILTER).entry.place).toBe(0);
    expect(PAGES.open({ place: 9 }, NO_FILTER).entry).toMatchObject({ place: 9, isNamed: false });
  });

  it('is a problem where there is none', () => {
    expect(() => PAGES.open({ id: 'other' }, NO_FILTER)).toThrow('no such case');
    expect(() => PAGES.open({ place: 10 }, NO_FILTER)).toThrow('no such case');
  });

  it('is the first of a verdict as an example, otherwise the first', () => {
    const exampleOf = (verdict: Verdict): number | undefined =>
      new EntryPages({}, { kind: 'eval', measured: { ...measured, verdict } }).example()?.place;
    expect(exampleOf('pass')).toBe(1);
    expect(exampleOf('error')).toBe(0);
  });

  it('of a test is a run that fails a gate which the test fails', () => {
    const gates = [
      { metric: 'calls.mean', op: '<=', value: 3, outcome: 'pass' },
      { metric: 'failed.calls', op: '==', value: 0, outcome: 'fail' },
    ] as unknown as readonly GateReport[];
    const listedRuns = [...gates, gates[0]].map((failed, i) => ({
      run: i + 1,
      verdict: 'fail' as const,
      evidence: { where: '', failedGates: [failed] },
    }));
    const test = {
      name: 'calls',
      verdict: 'fail',
      scores: [],
      gates,
      unmeasured: { total: 0, items: [] },
      listedRuns,
    } as unknown as TestReport;
    expect(new EntryPages({}, { kind: 'test', measured: test }).example()?.id).toBe('2');
  });
});
