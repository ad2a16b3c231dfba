import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listRunning } from './list-running.ts';
import { progressFolder } from './progress-folder.ts';
import { ProgressNote } from './progress-note.ts';

const FACTS = { name: 'nightly', startedAt: '2026-03-02T09:12:00.000Z', suites: ['a.yaml'] };
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-progress-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

/** A note whose clock has moved on by so much since it was made. */
async function noteAfter(ms: number, in_ = root): Promise<ProgressNote> {
  const note = new ProgressNote(in_, FACTS);
  const seconds = process.uptime();
  vi.spyOn(process, 'uptime').mockReturnValue(seconds + ms / 1_000);
  note.update({ traces: 5 });
  await wait(50);
  return note;
}

function plant(name: string, text: string): string {
  const folder = progressFolder(root);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const NOTE = JSON.stringify({
  schemaVersion: 1,
  ...FACTS,
  runs: null,
  questions: { done: 1, total: 2 },
  traces: null,
});

describe('the note of a run that is under way', () => {
  it('is read while the run goes on, and gone at its end', async () => {
    const note = await noteAfter(1500);
    expect(listRunning(root)).toMatchObject([{ ...FACTS, traces: 5, runs: null, questions: null }]);
    await note.close();
    expect(listRunning(root)).toEqual([]);
    expect(readdirSync(progressFolder(root))).toEqual([]);
    note.update({ traces: 6 });
    await wait(20);
    expect(readdirSync(progressFolder(root))).toEqual([]);
  });

  it('is not made for a short run', async () => {
    const note = await noteAfter(500);
    expect(readdirSync(root)).toEqual([]);
    await note.close();
  });

  it('is not written through a link that leads out of the project', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'whichtool-outside-'));
    symlinkSync(outside, join(root, '.whichtool'));
    await (await noteAfter(1500)).close();
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });
});

describe('the runs that are under way', () => {
  it('are listed with the time since they were heard of, an hour at most', () => {
    const file = plant('12-0123456789ab.json', NOTE);
    const now = new Date('2026-03-02T10:00:00Z');
    utimesSync(file, now, new Date(now.getTime() - 40_000));
    expect(listRunning(root, now)).toMatchObject([
      { name: 'nightly', questions: { done: 1, total: 2 }, silentMs: 40_000 },
    ]);
    utimesSync(file, now, new Date(now.getTime() - 3_700_000));
    expect(listRunning(root, now)).toEqual([]);
  });

  it.each([
    ['half a file', '1-0123456789ab.json', NOTE.slice(0, 40)],
    [
      'a later version',
      '1-0123456789ab.json',
      NOTE.replace('"schemaVersion":1', '"schemaVersion":2'),
    ],
    ['a wrong kind', '1-0123456789ab.json', NOTE.replace('"done":1', '"done":"1"')],
    ['a date that is none', '1-0123456789ab.json', NOTE.replace('2026-03-02', 'x')],
    ['another name', 'notes.json', NOTE],
    ['a large file', '1-0123456789ab.json', NOTE + ' '.repeat(70_000)],
  ])('do not include %s', (_, name, text) => {
    plant(name, text);
    expect(listRunning(root)).toEqual([]);
  });
});
