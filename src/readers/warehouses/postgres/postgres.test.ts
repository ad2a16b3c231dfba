import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasPostgres,
  NO_POSTGRES,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from '../../../../test/support/postgres.ts';
import { readTraces } from '../../read-traces.ts';
import { quoteText } from '../sql/quote.ts';
import { readAddress, readCalls, readNative } from '../fixtures/read-address.ts';

const HOSTILE = ["it's", 'back\\slash', '__proto__', '"q"', "\\'", 'new\nline', '😀', ' ', '$1'];

describe.skipIf(!hasPostgres)(`PostgreSQL${hasPostgres ? '' : `: ${NO_POSTGRES}`}`, () => {
  let server: PostgresServer;
  const at = (path: string, port = server.port): string =>
    `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@127.0.0.1:${port}/postgres/${path}`;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('a row for each call, with JSON, numbers that stay exact, and NULLs', async () => {
    await server.query(
      'CREATE TABLE calls (run_id text, tool_name text, arguments jsonb, started_at timestamptz)',
    );
    await server.query(`INSERT INTO calls VALUES
      ('r1', 'fetch', NULL, '2026-04-01 12:00:01+02'),
      ('r1', 'search', '{"q": 12345678901234567891}', '2026-04-01 12:00:00+02'),
      ('r2', NULL, NULL, '2026-04-02 12:00:00+02')`);
    const [first, second] = await readNative(at('calls'));
    expect(first).toMatchObject({ id: 'r1', tool_calls: [{ name: 'search' }, { name: 'fetch' }] });
    expect(JSON.stringify(first)).toContain('12345678901234567891');
    expect(second).toMatchObject({ id: 'r2', tool_calls: [] });
    expect(await readCalls(at('calls?until=2026-04-02'))).toEqual(['r1: search, fetch']);
    expect(await readCalls(at('calls?since=2026-04-01T10:00:00.001Z'))).toEqual(['r2: ']);
    expect(await readCalls(at('calls?limit=1'))).toEqual(['r2: ']);
    const [record] = await readAddress(at('calls?run=r1'));
    expect(record).toMatchObject({
      where: { file: `postgres://127.0.0.1:${server.port}/postgres/calls?run=r1` },
    });
  });

  test('lists of tools, and runs that are selected by any text', async () => {
    await server.query('CREATE SCHEMA other');
    await server.query('CREATE TABLE other.lists (run text, tools text[])');
    for (const run of HOSTILE)
      await server.query('INSERT INTO other.lists VALUES ($1, $2)', [run, HOSTILE]);
    expect(await readCalls(at('other.lists'))).toHaveLength(HOSTILE.length);
    for (const run of HOSTILE)
      expect(await readCalls(at(`other.lists?run=${encodeURIComponent(run)}`))).toEqual([
        `${run}: ${HOSTILE.join(', ')}`,
      ]);
  });

  test('any text without NUL can be a literal', async () => {
    const texts = fc
      .sample(fc.string({ unit: 'binary', maxLength: 12 }), { seed: 1, numRuns: 300 })
      .filter((text) => quoteText(text, 'postgres') !== null);
    const literals = [...texts, ...HOSTILE].map((text) => quoteText(text, 'postgres'));
    const [row] = await server.query(`SELECT ARRAY[${literals.join(', ')}] AS texts`);
    expect(row).toEqual({ texts: [...texts, ...HOSTILE] });
    expect(quoteText('a\0b', 'postgres')).toBeNull();
  });

  test('the spans of Phoenix, with the tables beside them', async () => {
    await server.query('CREATE SCHEMA phoenix');
    await server.query('CREATE TABLE phoenix.projects (id int, name text)');
    await server.query(
      'CREATE TABLE phoenix.traces (id int, project_rowid int, trace_id text, start_time timestamptz)',
    );
    await server.query(
      'CREATE TABLE phoenix.spans (id int, trace_rowid int, span_id text, parent_id text, name text, ' +
        'span_kind text, start_time timestamptz, end_time timestamptz, attributes jsonb, events jsonb, ' +
        'status_code text, status_message text)',
    );
    await server.query(`INSERT INTO phoenix.projects VALUES (1, 'shop'), (2, 'other')`);
    await server.query(`INSERT INTO phoenix.traces VALUES (1, 1, 'aa11'), (2, 2, 'bb22')`);
    const span = (trace: number, id: string, tool: string, status: string): Promise<unknown> =>
      server.query(
        `INSERT INTO phoenix.spans VALUES (1, $1, $2, NULL, $3, 'TOOL', '2026-04-01T12:00:00Z', ` +
          `'2026-04-01T12:00:01Z', $4, '[]', $5, '')`,
        [trace, id, tool, { tool: { name: tool }, input: { value: '{"q":1}' } }, status],
      );
    await span(1, '2', 'send', 'ERROR');
    await span(1, '1', 'search', 'OK');
    await span(2, '3', 'other', 'OK');
    expect(await readNative(at('phoenix.spans?project=shop'))).toMatchObject([
      {
        id: 'aa11',
        tool_calls: [
          { name: 'search', arguments: { q: 1 }, status: 'ok' },
          { name: 'send', status: 'error' },
        ],
      },
    ]);
    expect(await readCalls(at('phoenix.spans'))).toEqual(['aa11: search, send', 'bb22: other']);
  });

  test('a missing table, column, password or server is named, and the password is not', async () => {
    const messageOf = async (address: string): Promise<string> => {
      const failure: unknown = await readAddress(address).catch((error: unknown) => error);
      const text = JSON.stringify(failure);
      expect(text).not.toContain(POSTGRES_PASSWORD);
      return text;
    };
    await server.query('CREATE TABLE bare (x text)');
    expect(await messageOf(at('none'))).toMatch(/SOURCE_TABLE.*no table .*none/);
    expect(await messageOf(at('bare'))).toMatch(/SOURCE_COLUMN.*fit no store: x/);
    await server.query('CREATE TABLE runless (tool_name text)');
    expect(await messageOf(at('runless'))).toMatch(/SOURCE_COLUMN.*no column .*run_id/);
    await server.query('CREATE TABLE toolless (run_id text)');
    expect(await messageOf(at('toolless'))).toMatch(/SOURCE_COLUMN.*no column .*tool_name/);
    expect(await messageOf(at('bare?store=phoenix'))).toMatch(/SOURCE_COLUMN.*trace_rowid/);
    expect(await messageOf(at('bare').replace(POSTGRES_PASSWORD, 'no'))).toMatch(/SOURCE_REFUSED/);
    expect(await messageOf(at('bare', 1))).toMatch(/SOURCE_FAILED.*ECONNREFUSED/);
    expect(await messageOf(at('bare?run=%00&store=phoenix'))).toMatch(/SOURCE_/);
  });

  test('a server that stops while rows are read is an error', async () => {
    await server.query(
      `CREATE VIEW long AS SELECT n::text AS run, ARRAY['t'] AS tools FROM generate_series(1, 200000) n`,
    );
    const read = async (): Promise<void> => {
      let isFirst = true;
      for await (const batch of readTraces([{ path: at('long'), displayName: 'long' }])) {
        if (isFirst && batch.length > 0)
          await server.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'whichtool'`,
          );
        isFirst = false;
      }
    };
    await expect(read()).rejects.toMatchObject({ issues: [{ code: 'SOURCE_FAILED' }] });
  });
});
