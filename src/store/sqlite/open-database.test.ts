import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '#core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from './database.ts';
import { isAtLeast, openDatabase } from './open-database.ts';

const FIRST = 'CREATE TABLE thing (name TEXT PRIMARY KEY, size INTEGER)';
const SECOND = "ALTER TABLE thing ADD COLUMN colour TEXT DEFAULT 'blue'";

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error as UserError).issues[0]?.code,
  );

describe('a database', () => {
  it('keeps rows, and gets the columns of later versions', async () => {
    const path = join(folder, 'deep', 'things.sqlite');
    const first = await openDatabase(path, [FIRST]);
    first.prepare('INSERT INTO thing VALUES (?, ?)').run('lamp', 3);
    first.close();
    const second = await openDatabase(path, [FIRST, SECOND]);
    expect(second.prepare('SELECT * FROM thing').all()).toEqual([
      { name: 'lamp', size: 3, colour: 'blue' },
    ]);
    second.close();
  });

  it('is refused where a newer version has written it', async () => {
    const path = join(folder, 'things.sqlite');
    (await openDatabase(path, [FIRST, SECOND])).close();
    expect(await codeOf(openDatabase(path, [FIRST]))).toBe('STORE_NEWER');
  });

  it('is refused where the file is something else, which stays as it is', async () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(
      path,
      'these are notes and not a database, long enough to be looked at '.repeat(20),
    );
    expect(await codeOf(openDatabase(path, [FIRST]))).toBe('STORE_DATABASE');
  });

  it('forgets a transaction that fails', async () => {
    const database = await openDatabase(join(folder, 'things.sqlite'), [FIRST]);
    const insert = database.prepare('INSERT INTO thing VALUES (?, ?)');
    const work = (): void =>
      inTransaction(database, () => {
        insert.run('lamp', 1);
        insert.run('lamp', 2);
      });
    expect(work).toThrow(/UNIQUE/);
    expect(database.prepare('SELECT * FROM thing').all()).toEqual([]);
    database.close();
  });

  it('takes the rows of two connections that write at the same time', async () => {
    const path = join(folder, 'things.sqlite');
    const [a, b] = [await openDatabase(path, [FIRST]), await openDatabase(path, [FIRST])];
    for (const [i, database] of [a, b, a, b].entries())
      inTransaction(database, () =>
        database.prepare('INSERT INTO thing VALUES (?, ?)').run(`${i}`, i),
      );
    expect(a.prepare('SELECT count(*) AS n FROM thing').get()).toEqual({ n: 4 });
    a.close();
    b.close();
  });
});

it('compares versions by their numbers', () => {
  expect(isAtLeast('3.51.3', [3, 51, 3])).toBe(true);
  expect(isAtLeast('3.100.0', [3, 51, 3])).toBe(true);
  expect(isAtLeast('3.51.2', [3, 51, 3])).toBe(false);
  expect(isAtLeast('3.9.9', [3, 51, 3])).toBe(false);
});
