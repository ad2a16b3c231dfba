import type { CaseReport, EvalReport } from '#core';
import { describe, expect, it } from 'vitest';
import { pageOfCases } from './case-pages.ts';
import type { Entry } from './entries.ts';

const CASES: readonly CaseReport[] = Array.from({ length: 10 }, (_, i) => ({
  id: `case-${i}`,
  verdict: i % 3 === 0 ? 'fail' : 'pass',
  ...(i % 3 === 0
    ? { modes: ['wrong_tool'], confused: [['status', i === 0 ? 'history' : 'eta']] }
    : {}),
  evidence: {
    where: `traces/a.jsonl:${i + 1}`,
    question: i === 6 ? 'Where is my PACKAGE?' : 'Hello',
    calls: [{ tool: i % 3 === 0 ? 'eta' : 'status' }],
    expected: { calls: [{ tool: 'status' }] },
  },
}));

const ENTRY: Entry = { kind: 'eval', measured: { cases: CASES } as unknown as EvalReport };

const idsOf = (filter: Parameters<typeof pageOfCases>[1]): readonly string[] =>
  pageOfCases(ENTRY, filter, { from: 0, limit: 100 }).items.map(({ id }) => id);

describe('a page of cases', () => {
  it('filters by verdict, failure mode, cell and text', () => {
    const failing = ['case-0', 'case-3', 'case-6', 'case-9'];
    expect(idsOf({ verdict: 'fail' })).toEqual(failing);
    expect(idsOf({ mode: 'wrong_tool' })).toEqual(failing);
    expect(idsOf({ expected: 'status', called: 'history' })).toEqual(['case-0']);
    expect(idsOf({ called: 'eta' })).toEqual(['case-3', 'case-6', 'case-9']);
    expect(idsOf({ text: 'package' })).toEqual(['case-6']);
    expect(idsOf({ text: 'a.jsonl:10' })).toEqual(['case-9']);
    expect(idsOf({ text: 'eta', verdict: 'pass' })).toEqual([]);
  });

  it('goes on where the page before ended, with the count of all', () => {
    const seen: string[] = [];
    let from = 0;
    for (;;) {
      const page = pageOfCases(ENTRY, { verdict: 'fail' }, { from, limit: 3 });
      expect(page.total).toBe(4);
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      from = Number(page.next);
    }
    expect(seen).toEqual(['case-0', 'case-3', 'case-6', 'case-9']);
  });
});
