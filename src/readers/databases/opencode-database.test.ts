import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCalls } from '../fixtures/reader-case.ts';
import { readTraces } from '../read-traces.ts';
import type { TraceRecord } from '../reader.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-database-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const PARTS = [
  ['p1', 'm1', { type: 'text', text: 'Look' }],
  [
    'p2',
    'm2',
    {
      type: 'tool',
      callID: 'c1',
      tool: 'bash',
      state: { status: 'completed', input: { command: 'ls' }, output: 'a' },
    },
  ],
  ['p3', 'm2', { type: 'text', text: 'Done.' }],
] as const;

function makeDatabase(path: string): void {
  const database = new sqlite.Database(path);
  database.exec(
    'CREATE TABLE session (id text, parent_id text, agent text, version text, revert text, time_created integer, time_updated integer)',
  );
  database.exec('CREATE TABLE message (id text, session_id text, time_created integer, data text)');
  database.exec('CREATE TABLE part (id text, message_id text, session_id text, data text)');
  database.run('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)', [
    'ses_1',
    null,
    'build',
    '1.18.33',
    null,
    1_767_225_600_000,
    1_767_225_609_000,
  ]);
  database.run('INSERT INTO message VALUES (?, ?, ?, ?)', [
    'm1',
    'ses_1',
    1,
    JSON.stringify({ role: 'user' }),
  ]);
  database.run('INSERT INTO message VALUES (?, ?, ?, ?)', [
    'm2',
    'ses_1',
    2,
    JSON.stringify({ role: 'assistant', modelID: 'm', time: { created: 1, completed: 2 } }),
  ]);
  for (const [id, message, data] of PARTS)
    database.run('INSERT INTO part VALUES (?, ?, ?, ?)', [
      id,
      message,
      'ses_1',
      JSON.stringify(data),
    ]);
  database.close();
}

async function read(path: string): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  for await (const batch of readTraces([{ path, displayName: 'opencode.db' }]))
    records.push(...batch);
  return records;
}

test('the sessions of a database are runs, and it is not changed', async () => {
  const path = join(folder, 'opencode.db');
  makeDatabase(path);
  // As OpenCode leaves it: in the mode that needs a log.
  const bytes = readFileSync(path);
  bytes.set([2, 2], 18);
  writeFileSync(path, bytes);
  const [record, ...others] = await read(path);
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    kind: 'trace',
    format: 'opencode',
    trace: {
      id: 'ses_1',
      input: 'Look',
      output: 'Done.',
      error: null,
      startedAt: '2026-01-01T00:00:00.000Z',
    },
  });
  expect(record?.kind === 'trace' ? formatCalls(record.trace) : []).toEqual(['bash ok']);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('pages that only the log has are read', async () => {
  const path = join(folder, 'opencode-wal.db');
  makeDatabase(path);
  const whole = readFileSync(path);
  const pageBytes = whole.readUInt16BE(16);
  writeFileSync(`${path}-wal`, walOf(whole, pageBytes));
  // The database itself has only its first page, which says that it is empty.
  const first = Buffer.alloc(whole.length);
  whole.copy(first, 0, 0, 100);
  writeFileSync(path, first);
  const [record] = await read(path);
  expect(record).toMatchObject({ kind: 'trace', trace: { id: 'ses_1' } });
  // A log that was cut off has no commit, and then nothing counts.
  const log = readFileSync(`${path}-wal`);
  writeFileSync(`${path}-wal`, log.subarray(0, log.length - 10));
  expect((await read(path)).map((each) => each.kind)).toEqual(['error']);
});

test('a file that is not a database is an error', async () => {
  const path = join(folder, 'opencode-bad.db');
  writeFileSync(
    path,
    'not a database, but long enough to have a header of one hundred bytes in it, or nearly',
  );
  const [record] = await read(path);
  expect(record).toMatchObject({
    kind: 'error',
    issue: { hint: expect.stringContaining('opencode export') },
  });
});

/** A log with all pages of a database in one transaction. */
function walOf(database: Buffer, pageBytes: number): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt32BE(0x377f0683, 0);
  header.writeUInt32BE(3_007_000, 4);
  header.writeUInt32BE(pageBytes, 8);
  header.writeUInt32BE(7, 16);
  header.writeUInt32BE(9, 20);
  let sums: [number, number] = [0, 0];
  const add = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length; at += 8) {
      const a = (sums[0] + bytes.readUInt32BE(at) + sums[1]) >>> 0;
      sums = [a, (sums[1] + bytes.readUInt32BE(at + 4) + a) >>> 0];
    }
  };
  add(header.subarray(0, 24));
  header.writeUInt32BE(sums[0], 24);
  header.writeUInt32BE(sums[1], 28);
  const pages = database.length / pageBytes;
  const frames = Array.from({ length: pages }, (_, index) => {
    const frame = Buffer.alloc(24);
    frame.writeUInt32BE(index + 1, 0);
    frame.writeUInt32BE(index + 1 === pages ? pages : 0, 4);
    header.copy(frame, 8, 16, 24);
    const page = database.subarray(index * pageBytes, (index + 1) * pageBytes);
    add(frame.subarray(0, 8));
    add(page);
    frame.writeUInt32BE(sums[0], 16);
    frame.writeUInt32BE(sums[1], 20);
    return Buffer.concat([frame, page]);
  });
  return Buffer.concat([header, ...frames]);
}
