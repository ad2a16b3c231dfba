import { expect, it } from 'vitest';
import { lastAgainstBefore, readWindows, toLocalText } from './drift-windows.ts';

it('compares the last hour with the hour before it', () => {
  expect(lastAgainstBefore(3_600_000, Date.UTC(2026, 0, 1, 12))).toEqual({
    before: '2026-01-01T10:00:00.000Z/2026-01-01T11:00:00.000Z',
    after: '2026-01-01T11:00:00.000Z/2026-01-01T12:00:00.000Z',
  });
});

it('has both windows in the address, or none', () => {
  expect(readWindows(new URLSearchParams('before=a/b&after=c/d'))).toEqual({
    before: 'a/b',
    after: 'c/d',
  });
  expect(readWindows(new URLSearchParams('before=a/b'))).toBeNull();
});

it('writes times as the reader reads a clock', () => {
  const local = toLocalText('2026-01-01T12:30:00.000Z');
  expect(new Date(local).toISOString()).toBe('2026-01-01T12:30:00.000Z');
  expect(toLocalText('nonsense')).toBe('');
});
