import { expect, test } from 'vitest';
import {
  EXIT,
  exitCodeOfProgram,
  exitCodeOfReading,
  exitCodeOfSignal,
  exitCodeOfThresholds,
  exitCodeOfTools,
  worstExit,
} from './exit-code.ts';

test('what was not read is not measured', () => {
  expect([exitCodeOfReading(0), exitCodeOfReading(1)]).toEqual([EXIT.ok, EXIT.unmeasured]);
});

test('a threshold that does not hold wins over one that was not measured', () => {
  expect(exitCodeOfThresholds([true], true)).toBe(EXIT.ok);
  expect(exitCodeOfThresholds([true, null], true)).toBe(EXIT.unmeasured);
  expect(exitCodeOfThresholds([], false)).toBe(EXIT.unmeasured);
  expect(exitCodeOfThresholds([null, false], false)).toBe(EXIT.failed);
});

test('a server that did not answer leaves tools unmeasured', () => {
  const issue = { code: 'X', severity: 'error', message: '', where: null, hint: null } as const;
  expect(exitCodeOfTools({ confusable: [], issues: [issue] }, null)).toBe(EXIT.unmeasured);
  expect(exitCodeOfTools({ confusable: [], issues: [] }, 0)).toBe(EXIT.ok);
});

test('signals and programs end as shells write it', () => {
  expect([exitCodeOfSignal('SIGINT'), exitCodeOfSignal('SIGTERM')]).toEqual([130, 143]);
  expect(exitCodeOfProgram({ code: 7, signal: null }, true)).toBe(7);
  expect(exitCodeOfProgram({ code: null, signal: 'SIGKILL' }, true)).toBe(137);
  expect(exitCodeOfProgram({ code: 0, signal: null }, false)).toBe(EXIT.unmeasured);
  expect(exitCodeOfProgram({ code: 0, signal: null }, true)).toBe(EXIT.ok);
});

test('of two codes the first of 2, 4, 1, 3, 5 counts', () => {
  expect([
    worstExit(0, 5),
    worstExit(5, 3),
    worstExit(3, 1),
    worstExit(1, 4),
    worstExit(4, 2),
  ]).toEqual([5, 3, 1, 4, 2]);
});
