import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunKey } from './drive-job.ts';
import type { DriveProgress } from '#schema';
import { DriveMeter } from './drive-meter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function keysOf(name: string, runs: number): RunKey[] {
  return Array.from({ length: runs }, (_, index) => ({
    kind: 'test',
    name,
    case: null,
    run: index + 1,
  }));
}

it('counts a test when its last run ended or was not needed', () => {
  const told: DriveProgress[] = [];
  const keys = [...keysOf('one', 2), ...keysOf('two', 1)];
  const meter = new DriveMeter(keys, (progress) => told.push(progress));
  const [first, second, third] = keys as [RunKey, RunKey, RunKey];
  meter.start(first).end({ tool_calls: [{ name: 'a' }] });
  expect(told.at(-1)).toMatchObject({ tests: { done: 0, total: 2 }, done: 1, calls: 1 });
  meter.skip(second);
  meter.start(third).end(null);
  expect(told.at(-1)).toMatchObject({ tests: { done: 2, total: 2 }, done: 3, failed: 1 });
  meter.close();
});

it('goes on telling while a run takes its time, and not after the end', () => {
  const told: DriveProgress[] = [];
  const [key] = keysOf('slow', 1) as [RunKey];
  const meter = new DriveMeter([key], (progress) => told.push(progress));
  const run = meter.start(key);
  vi.advanceTimersByTime(12_000);
  expect(told.at(-1)?.slowest).toEqual({ name: '"slow", run 1', seconds: 12 });
  run.end(null);
  meter.close();
  const count = told.length;
  vi.advanceTimersByTime(12_000);
  expect(told).toHaveLength(count);
});
