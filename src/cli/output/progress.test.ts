import { expect, it } from 'vitest';
import { formatProgress } from './progress.ts';

it('tells traces, files, speed and the time left', () => {
  const reading = { bytes: 3_000_000_000, totalBytes: 9_000_000_000, files: 1, totalFiles: 2 };
  expect(formatProgress(2_400_000, reading, 2)).toBe(
    '2,400,000 traces, 1,200,000 per second · 1 of 2 files · 1,500 MB/s · 4 s left',
  );
});

it('leaves out what nobody knows, as of a pipe', () => {
  const reading = { bytes: 0, totalBytes: 0, files: 0, totalFiles: 1 };
  expect(formatProgress(500, reading, 0.5)).toBe('500 traces, 1,000 per second');
  expect(formatProgress(500, null, 0.5)).toBe('500 traces, 1,000 per second');
});
