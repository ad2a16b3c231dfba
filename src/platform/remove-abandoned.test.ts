import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeAbandoned } from './remove-abandoned.ts';

const NOW = new Date('2026-04-01T12:00:00Z');
const HOUR_MS = 60 * 60 * 1000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-abandoned-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function leave(name: string, minutesAgo: number): void {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'half.json'), '{');
  const then = new Date(NOW.getTime() - minutesAgo * 60 * 1000);
  utimesSync(path, then, then);
}

it('removes what has the name and the age, and nothing else', () => {
  leave('.writing-old', 61);
  leave('.writing-young', 59);
  leave('.writing-of-tomorrow', -1440);
  leave('kept', 61);
  removeAbandoned(folder, '.writing-', HOUR_MS, NOW);
  expect(readdirSync(folder).sort()).toEqual(['.writing-of-tomorrow', '.writing-young', 'kept']);
});

it('finds nothing in a folder that is not there', () => {
  removeAbandoned(join(folder, 'gone'), '.writing-', HOUR_MS, NOW);
  expect(readdirSync(folder)).toEqual([]);
});
