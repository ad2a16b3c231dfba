import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'node-sqlite3-wasm';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#core';
import type { Input } from '../reader.ts';
import { type ReadFailure, readIssue } from '../records/read-codes.ts';
import type { InputRecord } from '../read-input.ts';
import { applyWal } from './apply-wal.ts';

/** Reads the sessions of OpenCode's database as `opencode export` would write them. Nothing is written to it. */
export async function* readOpenCodeDatabase(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-opencode-'));
  try {
    const copy = join(folder, 'copy.db');
    const database = await openCopy(input.path, copy);
    try {
      yield* readSessions(database, input.displayName);
    } finally {
      database.close();
    }
  } catch (error) {
    yield [{ kind: 'error', issue: unreadable(input.displayName, error) }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The copy is consistent: the log is copied first, and a change in between shows in the check. */
async function openCopy(path: string, copy: string): Promise<Database> {
  const log = `${path}-wal`;
  const hasLog = existsSync(log);
  if (hasLog) copyFileSync(log, `${copy}-log`);
  copyFileSync(path, copy);
  applyWal(copy, hasLog ? `${copy}-log` : null);
  const { default: sqlite } = (await import('node-sqlite3-wasm')) as unknown as {
    default: { Database: new (path: string, options: { readOnly: boolean }) => Database };
  };
  const database = new sqlite.Database(copy, { readOnly: true });
  const [check] = database.all('PRAGMA quick_check(1)') as unknown as readonly JsonObject[];
  if (check?.quick_check === 'ok') return database;
  database.close();
  throw new Error('it was changed while it was read');
}

function* readSessions(database: Database, file: string): Generator<readonly InputRecord[]> {
  const sessions = database.all('SELECT * FROM session ORDER BY time_created, id');
  for (const session of sessions as unknown as readonly JsonObject[])
    yield [
      {
        kind: 'value',
        value: exportOf(database, session),
        where: { file, pointer: `/${idOf(session)}` },
      },
    ];
}

function exportOf(database: Database, session: JsonObject): JsonObject {
  const id = idOf(session);
  const partsOf = new Map<Json, Json[]>();
  const select = (table: string, order: string): readonly JsonObject[] =>
    database.all(`SELECT * FROM ${table} WHERE session_id = ? ORDER BY ${order}`, [
      id,
    ]) as unknown as readonly JsonObject[];
  for (const part of select('part', 'id')) {
    const list = partsOf.get(part.message_id ?? null);
    if (list === undefined) partsOf.set(part.message_id ?? null, [dataOf(part)]);
    else list.push(dataOf(part));
  }
  const messages = select('message', 'time_created, id').map((message) => ({
    info: withId(dataOf(message), message.id ?? null),
    parts: partsOf.get(message.id ?? null) ?? [],
  }));
  return {
    info: {
      id,
      parentID: session.parent_id ?? null,
      agent: session.agent ?? null,
      version: session.version ?? null,
      revert: typeof session.revert === 'string' ? dataOf({ data: session.revert }) : null,
      time: { created: numberOf(session.time_created), updated: numberOf(session.time_updated) },
    },
    messages,
  };
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}

/** The JSON of a row; text that is not JSON stays text, which no reader takes for a message. */
function dataOf({ data }: JsonObject): Json {
  const parsed = typeof data === 'string' ? parseJson(data) : null;
  return parsed?.ok === true ? parsed.value : (data ?? null);
}

function withId(info: Json, id: Json): Json {
  return isJsonObject(info) ? { ...info, id } : info;
}

/** Large whole numbers of SQLite are not numbers of JSON. */
function numberOf(value: unknown): number | null {
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function unreadable(file: string, error: unknown): ReadFailure {
  const why = error instanceof Error ? error.message : String(error);
  return readIssue('TRACE_SCHEMA', `the database of OpenCode cannot be read: ${why}`, {
    where: { file },
    hint: 'export its sessions: opencode export <session> > session.json',
  });
}
