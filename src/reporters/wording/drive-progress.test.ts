import { describe, expect, it } from 'vitest';
import { formatDrive } from './drive-progress.ts';

const START = {
  tests: { done: 0, total: 1 },
  done: 0,
  total: 40,
  running: 4,
  failed: 0,
  calls: 0,
  tokens: 0,
  cost: 0,
  slowest: null,
  seconds: 0,
};

describe('how far runs are', () => {
  it('says what is known, and nothing of what is not', () => {
    expect(formatDrive(START)).toBe('0 of 40 runs, 4 under way · 0 calls');
  });

  it('tells calls, workers, tokens, spending, the time left and the slowest run', () => {
    const slowest = { name: '"orders", run 2', seconds: 12.4 };
    const later = { done: 10, failed: 1, calls: 31, tokens: 18_200, cost: 0.42, seconds: 5 };
    const tests = { done: 2, total: 9 };
    expect(formatDrive({ ...START, ...later, tests, slowest, workers: 3 })).toBe(
      '2 of 9 tests · 10 of 40 runs, 4 under way, 1 failed · 31 calls · 3 workers · 18,200 tokens · 0.4200 spent · 15 s left · slowest: "orders", run 2, 12 s',
    );
  });

  it('shows what a name hides', () => {
    const slowest = { name: '"\u001b[31mred", run 1', seconds: 3 };
    expect(formatDrive({ ...START, slowest })).not.toContain('\u001b');
  });
});
