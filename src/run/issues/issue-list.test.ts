import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Issue, ISSUES_COUNTED } from '#core';
import { IssueList } from './issue-list.ts';

const issue = (line: number): Issue => ({
  code: 'READ_AMOUNT_ODD',
  severity: 'warning',
  message: 'odd',
  where: { file: 't.jsonl', line },
});

function listOf(...lines: readonly number[]): IssueList {
  const list = new IssueList();
  for (const line of lines) list.add(issue(line));
  return list;
}

describe('the issues of a report', () => {
  it('are each there once where all are listed', () => {
    const { issues, moreIssues } = listOf(1, 2, 1).report();
    expect(issues.map(({ where }) => where)).toEqual(['t.jsonl:1', 't.jsonl:2']);
    expect(moreIssues).toBeUndefined();
  });

  it('are the first hundred and the number of all others, however they were found', () => {
    const lines = Array.from({ length: 2500 }, (_, i) => i + 1);
    const expected = listOf(...lines).report();
    expect([expected.issues.length, expected.moreIssues]).toEqual([100, 2400]);
    const parts = [lines.slice(2000), lines.slice(0, 30), lines.slice(30, 2000)];
    const merged = new IssueList();
    for (const part of parts) merged.merge(structuredClone(listOf(...part).state()));
    expect(merged.report()).toEqual(expected);
  });

  it('are counted once, whichever lists found them', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 600 });
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 5 }), (shards) => {
        const merged = new IssueList();
        for (const shard of shards) merged.merge(listOf(...shard).state());
        expect(merged.report()).toEqual(listOf(...shards.flat()).report());
      }),
      { numRuns: 30 },
    );
  });

  it('are counted up to a limit, in any order', () => {
    const lines = Array.from({ length: 3 * ISSUES_COUNTED }, (_, i) => i + 1);
    const expected = listOf(...lines);
    expect(expected.report().moreIssues).toBe(ISSUES_COUNTED - 100);
    expect(listOf(...lines.reverse()).state()).toEqual(expected.state());
    const merged = new IssueList();
    for (const at of [0, 1, 2])
      merged.merge(listOf(...lines.slice(at * ISSUES_COUNTED, (at + 1) * ISSUES_COUNTED)).state());
    expect(merged.report()).toEqual(expected.report());
  });
});
