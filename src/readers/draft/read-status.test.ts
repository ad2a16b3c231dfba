import { describe, expect, test } from 'vitest';
import { RunDraft } from './run-draft.ts';
import { type DraftStatus, statusOfFlag, statusOfWord, worstStatus } from './read-status.ts';

test.each([
  [undefined, null],
  [true, 'error'],
  [false, 'ok'],
  [null, 'unreadable'],
  ['true', 'unreadable'],
  [0, 'unreadable'],
  [{}, 'unreadable'],
])('an error flag of %j says %j', (flag, status) => {
  expect(statusOfFlag(flag)).toBe(status);
});

test.each([
  [undefined, null],
  ['success', 'ok'],
  ['running', null],
  ['Success', 'unreadable'],
  [null, 'unreadable'],
  [{ type: 'success' }, 'unreadable'],
])('a status of %j says %j', (word, status) => {
  const words = new Map([
    ['success', 'ok' as const],
    ['running', null],
  ]);
  expect(statusOfWord(word, words)).toBe(status);
});

describe('of several statuses', () => {
  test.each<[(DraftStatus | null)[], DraftStatus | null]>([
    [[], null],
    [[null, 'ok'], 'ok'],
    [['ok', 'unreadable'], 'unreadable'],
    [['unreadable', 'error', 'ok'], 'error'],
    [['denied', 'error'], 'denied'],
  ])('%j the worst is %j', (statuses, worst) => {
    expect(worstStatus(...statuses)).toBe(worst);
  });

  test.each<[DraftStatus | null, DraftStatus | null, string | null]>([
    ['ok', 'unreadable', null],
    ['unreadable', 'ok', null],
    ['unreadable', null, null],
    ['error', 'ok', 'error'],
    ['error', 'unreadable', 'error'],
  ])('%j of a call and %j of its result make %j', (call, result, status) => {
    const draft = new RunDraft({ file: 'x' });
    draft.addCall({ id: 'a', name: 'x', status: call });
    draft.addCall({ id: 'b', name: 'x', status: 'ok' });
    draft.addResult({ id: 'a', name: null, status: result });
    expect(draft.finish().calls.map((entry) => entry.status)).toEqual([status, 'ok']);
  });
});
