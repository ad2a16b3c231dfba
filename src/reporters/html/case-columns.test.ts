import type { CaseReport } from '#core';
import { expect, test } from 'vitest';
import { caseAt, toCaseColumns } from './case-columns.ts';

const CASES: readonly CaseReport[] = [
  { id: 'a', verdict: 'pass' },
  { id: 'b', verdict: 'fail', passing: { k: 1, n: 3 }, weight: 2.5 },
  { id: 'c', verdict: 'error', evidence: { where: 'a.jsonl:3' } },
  {
    id: 'd',
    verdict: 'inconclusive',
    evidence: { where: 'a.jsonl:4', run: 2, question: 'why?', calls: [{ tool: 'x' }] },
  },
];

test('cases come back from their columns as they were', () => {
  const columns = toCaseColumns({ cases: CASES });
  expect(CASES.map((_, place) => caseAt(columns, place))).toEqual(CASES);
});

test('columns that no case has are absent', () => {
  expect(toCaseColumns({ cases: [{ id: 'a', verdict: 'pass' }] })).toEqual({
    ids: ['a'],
    verdicts: '3',
  });
});
