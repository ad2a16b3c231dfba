import type { Issue } from '#core';
import { expect, test } from 'vitest';
import { PAYLOADS } from './fixtures/reports.ts';
import { formatIssue } from './format-issue.ts';

const UNKNOWN_CLASS: Issue = {
  code: 'SUITE_UNKNOWN_CLASS',
  severity: 'error',
  message: 'class "serach" is not declared; did you mean "search"?',
  where: { file: 'refund.yaml', line: 14, column: 9 },
  hint: 'declare it under classes:',
  excerpt: { text: '      - serach', column: 9, length: 6 },
};

test('an issue is its place, what is wrong, the line with a caret and a hint', () => {
  expect(formatIssue(UNKNOWN_CLASS, false)).toBe(
    [
      'refund.yaml:14:9 class "serach" is not declared; did you mean "search"? [SUITE_UNKNOWN_CLASS]',
      '  14 |       - serach',
      '     |         ^^^^^^',
      '  hint: declare it under classes:',
    ].join('\n'),
  );
});

test('the caret stands under wide letters and behind characters that are written out', () => {
  const excerpt = { text: '\t東京: x', column: 6, length: 1 };
  expect(
    formatIssue({ ...UNKNOWN_CLASS, excerpt }, false)
      .split('\n')
      .slice(1, 3),
  ).toEqual(['  14 | \\t東京: x', '     |         ^']);
});

test('of a very long line only the part around the caret is shown', () => {
  const excerpt = {
    text: `${'a'.repeat(1_000_000)}X${'b'.repeat(1_000_000)}`,
    column: 1_000_001,
    length: 1,
  };
  const [, line = '', caret = ''] = formatIssue({ ...UNKNOWN_CLASS, excerpt }, false).split('\n');
  expect(line).toBe(`  14 | …${'a'.repeat(60)}X${'b'.repeat(40)}…`);
  expect(caret.indexOf('^')).toBe(line.indexOf('X'));
});

test('a caret past the end of the line still points somewhere', () => {
  const excerpt = { text: 'a:', column: 3, length: 0 };
  expect(formatIssue({ ...UNKNOWN_CLASS, excerpt }, false)).toContain('\n     |   ^\n');
});

test('an issue without a place begins with its severity', () => {
  const issue: Issue = { code: 'NO_RECORDS', severity: 'error', message: 'no traces', where: null };
  expect(formatIssue(issue, false)).toBe('error: no traces [NO_RECORDS]');
});

test('a warning is called one', () => {
  const issue: Issue = { ...UNKNOWN_CLASS, severity: 'warning' };
  expect(formatIssue(issue, false)).toMatch(/^refund\.yaml:14:9 warning: class "serach"/);
});

test('without a line the byte is the place', () => {
  const issue: Issue = { ...UNKNOWN_CLASS, where: { file: 'runs.jsonl', offset: 4096 } };
  expect(formatIssue(issue, false)).toMatch(/^runs\.jsonl byte 4096 class/);
});

test('a pointer into the record is part of the place', () => {
  const where = { file: 'runs.jsonl', line: 812, pointer: '/tool_calls/0/name' };
  expect(formatIssue({ ...UNKNOWN_CLASS, where }, false)).toMatch(
    /^runs\.jsonl:812 \/tool_calls\/0\/name class/,
  );
});

test.each(PAYLOADS)('%j in every field starts no command and controls no terminal', (payload) => {
  const text = formatIssue(
    {
      code: payload,
      severity: 'error',
      message: payload,
      where: { file: payload, line: 1, column: 1, pointer: payload },
      hint: payload,
      excerpt: { text: payload, column: 3, length: 4 },
    },
    false,
  );
  expect(text).not.toMatch(/^\s*(?:::|##)/m);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(text.split('\n')).toHaveLength(4);
});
