import { describe, expect, it } from 'vitest';
import type { Issue } from '#core';
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
    for (const part of parts) merged.merge(structuredClone(listOf(...part).save()));
    expect(merged.report()).toEqual(expected);
  });
});
