import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '#core';
import type { RunRecord } from '#schema';
import { checkFiles, findRun } from './find-run.ts';
import { reportPath, runsFolder, stateFolder } from './history-paths.ts';
import { listRuns } from './list-runs.ts';
import { pruneRuns } from './prune-runs.ts';
import { saveRun } from './save-run.ts';

const NONE = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
const FACTS: Omit<RunRecord, 'schemaVersion' | 'report'> = {
  name: null,
  startedAt: '2026-03-01T10:00:00.000Z',
  durationMs: 12,
  verdict: 'pass',
  totals: { tests: NONE, evals: NONE, cases: NONE, runs: 0, errors: 0, calls: 0, gates: NONE },
  suites: [{ file: 'whichtool.yaml', sha256: 'aa' }],
  revision: { commit: 'c'.repeat(40), branch: 'main' },
  version: '1.0.0',
};
const NOW = new Date('2026-03-31T00:00:00.000Z');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function save(facts: Partial<RunRecord> = {}, report = '{}\n'): Promise<number | string> {
  const saved = await saveRun(root, { ...FACTS, ...facts }, [report]);
  return saved.ok ? saved.id : saved.issue.code;
}

const ids = async (): Promise<readonly number[]> => (await listRuns(root)).map(({ id }) => id);
const recordFile = (id: number): string => join(runsFolder(root), String(id), 'run.json');
const indexFile = (): string => join(stateFolder(root), 'index.json');

describe('keeping a run', () => {
  it('keeps the report byte for byte, what is known of it, and hides all from git', async () => {
    expect(await save({ name: 'first' }, '{ "ä": 1 }\n')).toBe(1);
    expect(readFileSync(reportPath(root, 1), 'utf8')).toBe('{ "ä": 1 }\n');
    const [run] = await listRuns(root);
    expect(run?.record).toEqual({
      schemaVersion: 1,
      ...FACTS,
      name: 'first',
      report: {
        sha256: '24017637f60a79fa4b14d4b52087913525e7e41bc5e3ca22d8371d8fe25058f5',
        bytes: 12,
      },
    });
    expect(readFileSync(join(stateFolder(root), '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('numbers runs in the order they end, though all start at one instant or the clock goes back', async () => {
    for (const startedAt of ['2026-03-01T10:00:00.000Z', '1970-01-01T00:00:00.000Z'])
      await save({ startedAt });
    await save();
    expect(await ids()).toEqual([3, 2, 1]);
  });

  it('gives every one of many that end at once a number of its own', async () => {
    const saved = await Promise.all(Array.from({ length: 100 }, () => save()));
    expect(new Set(saved).size).toBe(100);
    expect((await ids()).length).toBe(100);
  });

  it.runIf(process.getuid?.() !== 0)('is a warning where nothing may be written', async () => {
    chmodSync(root, 0o555);
    expect(await save()).toBe('HISTORY_UNWRITABLE');
    chmodSync(root, 0o755);
    expect(readdirSync(root)).toEqual([]);
  });

  it.each([
    ['the folder is a file', '.whichtool'],
    ['the folder of the runs is a file', '.whichtool/runs'],
  ])('is a warning when %s', async (_, name) => {
    if (name.includes('/')) mkdirSync(stateFolder(root));
    writeFileSync(join(root, name), 'mine');
    expect(await save()).toBe('HISTORY_UNWRITABLE');
    expect(readFileSync(join(root, name), 'utf8')).toBe('mine');
  });

  it('writes nothing through a link that leads out of the project', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'whichtool-elsewhere-'));
    try {
      symlinkSync(elsewhere, stateFolder(root));
      expect(await save()).toBe('HISTORY_UNWRITABLE');
      expect(readdirSync(elsewhere)).toEqual([]);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('leaves nothing behind when the report fails on the way, and does not hide why', async () => {
    function* broken(): Generator<string> {
      yield '{';
      throw new RangeError('a bug');
    }
    await expect(saveRun(root, FACTS, broken())).rejects.toThrow('a bug');
    expect(readdirSync(runsFolder(root))).toEqual([]);
  });
});

describe('the list', () => {
  it('is empty where nothing was ever kept, and makes nothing there', async () => {
    expect(await ids()).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
  });

  it('names what cannot be read and shows the rest', async () => {
    for (let run = 0; run < 6; run++) await save();
    truncateSync(recordFile(1), 40);
    rmSync(recordFile(2));
    writeFileSync(recordFile(3), '{ "schemaVersion": 2 }');
    rmSync(recordFile(4));
    mkdirSync(recordFile(4));
    rmSync(join(runsFolder(root), '5'), { recursive: true });
    writeFileSync(join(runsFolder(root), '5'), 'a file');
    const reasons = (await listRuns(root)).map((run) =>
      run.record === null ? run.reason : 'fine',
    );
    expect(reasons).toEqual([
      'fine',
      'run.json: no such file: a part of the path is not a folder',
      'run.json: cannot be read: is not a file',
      'run.json was written by another version of whichtool, which this one does not read',
      'run.json: no such file',
      expect.stringMatching(/^run\.json is not JSON: /),
    ]);
    expect(await save()).toBe(7);
  });

  it('never crashes, whichever byte of a record is damaged', async () => {
    await save();
    const bytes = readFileSync(recordFile(1));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = 0x30;
      writeFileSync(recordFile(1), damaged);
      expect(await ids()).toEqual([1]);
    }
  });

  it('does not take for a run what a killed process left behind', async () => {
    await save();
    mkdirSync(join(runsFolder(root), '.writing-1-0'));
    mkdirSync(join(runsFolder(root), '.removed-1-9'));
    expect(await ids()).toEqual([1]);
    expect(await save()).toBe(2);
  });

  it('sweeps up with the next run what was left behind long ago', async () => {
    await save();
    const [old, young] = ['.writing-1-0', '.writing-2-0'].map((name) =>
      join(runsFolder(root), name),
    );
    mkdirSync(old!);
    mkdirSync(young!);
    utimesSync(old!, new Date(0), new Date(0));
    await save();
    expect(readdirSync(runsFolder(root)).sort()).toEqual(['.writing-2-0', '1', '2']);
  });

  it.each(['', '{', '{"schemaVersion":1,"runs":[{"id":1}, null, 3]}', '{"schemaVersion":7}', '[]'])(
    'is the same when the index is %j, which is then made anew',
    async (text) => {
      await save({ name: 'a' });
      await save({ name: 'b' });
      const before = await listRuns(root);
      const index = readFileSync(indexFile(), 'utf8');
      writeFileSync(indexFile(), text);
      expect(await listRuns(root)).toEqual(before);
      expect(readFileSync(indexFile(), 'utf8')).toBe(index);
    },
  );

  it('follows the files when the index is lost, stale or knows too much', async () => {
    await save({ name: 'a' });
    await save({ name: 'b' });
    await listRuns(root);
    rmSync(indexFile());
    expect(await ids()).toEqual([2, 1]);
    await save({ name: 'c' });
    rmSync(join(runsFolder(root), '1'), { recursive: true });
    writeFileSync(recordFile(2), readFileSync(recordFile(2), 'utf8').replace('"b"', '"other"'));
    const runs = await listRuns(root);
    expect(runs.map(({ id, record }) => [id, record?.name])).toEqual([
      [3, 'c'],
      [2, 'other'],
    ]);
  });

  it('does without an index that cannot be written', async () => {
    await save();
    mkdirSync(indexFile());
    expect(await ids()).toEqual([1]);
  });

  it('does not write the index through a link', async () => {
    await save();
    const target = join(tmpdir(), `whichtool-link-target-${process.pid}`);
    symlinkSync(target, indexFile());
    expect(await ids()).toEqual([1]);
    expect(() => readFileSync(target)).toThrow('ENOENT');
  });
});

describe('finding a run', () => {
  it('goes by number, or by name to the newest', async () => {
    await save({ name: 'nightly' });
    await save({ name: 'nightly' });
    await save();
    expect((await findRun(root, '1')).id).toBe(1);
    expect((await findRun(root, 'nightly')).id).toBe(2);
    for (const asked of ['4', 'weekly', '', '0', '../1', '__proto__'])
      await expect(findRun(root, asked)).rejects.toThrow(UserError);
  });

  it('notices a report that is not as it was written', async () => {
    await save();
    const run = await findRun(root, '1');
    expect(await checkFiles(root, run)).toBeNull();
    writeFileSync(reportPath(root, 1), '{ }\n');
    expect(await checkFiles(root, run)).toContain('changed or damaged');
    rmSync(reportPath(root, 1));
    expect(await checkFiles(root, run)).toBe('its report: no such file');
  });
});

describe('pruning', () => {
  const left = ids;

  it('keeps the newest so many', async () => {
    for (let run = 0; run < 5; run++) await save();
    expect(await pruneRuns(root, { keep: 2 }, NOW)).toEqual([3, 2, 1]);
    expect(await left()).toEqual([5, 4]);
    expect(await pruneRuns(root, { keep: 2 }, NOW)).toEqual([]);
  });

  it('removes what is older, but neither the newest nor what has no readable date', async () => {
    for (const day of ['01', '02', '20', '03'])
      await save({ startedAt: `2026-03-${day}T00:00:00Z` });
    writeFileSync(recordFile(2), '');
    const rule = { notBefore: new Date('2026-03-10T00:00:00Z') };
    expect(await pruneRuns(root, rule, NOW)).toEqual([1]);
    expect(await left()).toEqual([4, 3, 2]);
  });

  it('never lets a number come back', async () => {
    for (let run = 0; run < 3; run++) await save();
    await pruneRuns(root, { notBefore: NOW }, NOW);
    expect(await left()).toEqual([3]);
    expect(await save()).toBe(4);
  });

  it('sweeps up what killed processes left behind, but not what is being written', async () => {
    await save();
    const [old, young, removed] = ['.writing-1-0', '.writing-2-0', '.removed-3-1'].map((name) => {
      const path = join(runsFolder(root), name);
      mkdirSync(path);
      writeFileSync(join(path, 'report.json'), '{');
      return path;
    });
    utimesSync(old!, new Date('2026-03-29T00:00:00Z'), new Date('2026-03-29T00:00:00Z'));
    utimesSync(young!, NOW, NOW);
    utimesSync(removed!, NOW, NOW);
    await pruneRuns(root, { keep: 1 }, NOW);
    expect(readdirSync(runsFolder(root)).sort()).toEqual(['.writing-2-0', '1']);
  });
});
