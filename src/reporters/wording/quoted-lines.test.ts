import { expect, it } from 'vitest';
import { sampleReport } from '../fixtures/sample-report.ts';
import { formatIssue } from '../format-issue.ts';
import { describeUnmeasured } from './plain.ts';

const message = "the program ended with code 1: KeyError: 'K'\n  File \"a.py\"\nKeyError: 'K'";

it('shows what a program wrote as lines, each behind a mark of ours', () => {
  const issue = { code: 'AGENT_FAILED', severity: 'error', message, where: null } as const;
  expect(formatIssue({ ...issue, hint: 'write env:' }, false).split('\n')).toEqual([
    "error: the program ended with code 1: KeyError: 'K' [AGENT_FAILED]",
    '  |   File "a.py"',
    "  | KeyError: 'K'",
    '  hint: write env:',
  ]);
  const [test] = sampleReport().tests;
  const unmeasured = {
    total: 1,
    items: [{ run: 1, code: 'RUN_CRASHED', where: 'a.jsonl:1', message }],
  };
  expect(describeUnmeasured({ ...test!, unmeasured })).toEqual([
    "run 1 not measured: the program ended with code 1: KeyError: 'K' (a.jsonl:1) [RUN_CRASHED]",
    '|   File "a.py"',
    "| KeyError: 'K'",
  ]);
});

it('shows a bounded number of lines, and none where no program is quoted', () => {
  const long = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n');
  const lines = formatIssue(
    { code: 'AGENT_FAILED', severity: 'error', message: long, where: null },
    false,
  );
  expect(lines.split('\n')).toHaveLength(17);
  expect(lines).toContain('| … 84 more lines');
  const other = formatIssue({ code: 'X', severity: 'error', message: 'a\nb', where: null }, false);
  expect(other).toBe('error: a\\nb [X]');
});
