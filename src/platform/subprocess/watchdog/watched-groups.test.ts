import { expect, it } from 'vitest';
import { WatchedGroups } from './watched-groups.ts';

/** The groups that a signal is sent to. */
function idsOf(groups: WatchedGroups): readonly number[] {
  const ids: number[] = [];
  groups.signal('SIGTERM', (id) => ids.push(id) > 0);
  return ids;
}

it('reads lines however they are split', () => {
  const groups = new WatchedGroups();
  for (const part of ['+1', '2\n+3', '4\n+56\n-', '34\n']) groups.read(part);
  expect(idsOf(groups)).toEqual([12, 56]);
});

it('does not act on a line before its end', () => {
  const groups = new WatchedGroups();
  groups.read('+12\n+3');
  expect(idsOf(groups)).toEqual([12]);
});

it('signals a group until it has ended', () => {
  const groups = new WatchedGroups();
  groups.read('+1\n+2\n');
  const sent: string[] = [];
  const endAtFirst = (id: number, signal: string): boolean => {
    sent.push(`${signal} ${id}`);
    return id === 2 && signal === 'SIGTERM';
  };
  expect(groups.signal('SIGTERM', endAtFirst)).toBe(true);
  expect(groups.signal('SIGKILL', endAtFirst)).toBe(false);
  expect(sent).toEqual(['SIGTERM 1', 'SIGTERM 2', 'SIGKILL 2']);
});
