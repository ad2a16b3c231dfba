import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Trace } from '#core';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from '../../../test/support/clickhouse.ts';
import { isFull } from '../../../test/support/full.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from '../../../test/support/postgres.ts';
import { readAddress } from './fixtures/read-address.ts';

const RUNS = isFull ? 100_000 : 5_000;
const NAMES = ['search', 'fetch', "it's", 'a\\b', '__proto__', '"', '😀', 'a.b', 'x'.repeat(200)];

interface Call {
  readonly name: string;
  readonly args: { readonly [key: string]: unknown };
  readonly isBad: boolean;
}

const call: fc.Arbitrary<Call> = fc.record({
  name: fc.oneof(
    fc.constantFrom(...NAMES),
    fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !name.includes('\0')),
  ),
  args: fc.dictionary(fc.constantFrom('q', 'n', "it's"), fc.oneof(fc.integer(), fc.boolean())),
  isBad: fc.boolean(),
});

/** Random runs, with ids in an order that is not theirs. */
const runs = fc
  .sample(fc.array(call, { maxLength: 6 }), { seed: 18, numRuns: RUNS })
  .map((calls, at) => ({ id: `r${String((at * 7919) % RUNS).padStart(6, '0')}`, calls }));

interface Row {
  readonly id: string;
  readonly at: number;
  readonly name: string | null;
  readonly args: string | null;
  readonly status: string | null;
}

/** A row for each call, and one for a run without calls. */
const rows = runs.flatMap(({ id, calls }): readonly Row[] =>
  calls.length === 0
    ? [{ id, at: 0, name: null, args: null, status: null }]
    : calls.map(({ name, args, isBad }, at) => ({
        id,
        at,
        name,
        args: JSON.stringify(args),
        status: isBad ? 'error' : 'ok',
      })),
);

async function tracesOf(path: string): Promise<readonly unknown[]> {
  const shown = ({ id, calls }: Trace): unknown => [
    id,
    calls.map(({ name, arguments: args, status }) => [name, args, status]),
  ];
  const records = await readAddress(path);
  return records.map((record) =>
    record.kind === 'trace' ? shown(record.trace) : record.issue.code,
  );
}

describe('random runs are the same from a file and from each engine', () => {
  let folder: string;
  let expected: readonly unknown[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'whichtool-engines-'));
    const lines = runs
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, calls }) => {
        const made = calls.map(({ name, args, isBad }) => ({
          name,
          arguments: args,
          status: isBad ? 'error' : 'ok',
        }));
        return JSON.stringify({ id, tool_calls: made });
      });
    const file = join(folder, 'runs.jsonl');
    writeFileSync(file, lines.join('\n'));
    expected = await tracesOf(file);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a file', () => {
    expect(expected).toHaveLength(RUNS);
  });

  test.skipIf(!hasClickHouse)('ClickHouse', async () => {
    const [server] = (await startClickHouse()) as [ClickHouseServer];
    try {
      await server.query(
        'CREATE TABLE calls (run_id String, position UInt32, tool_name Nullable(String), ' +
          'arguments Nullable(String), status Nullable(String)) ENGINE = MergeTree ORDER BY position',
      );
      const lines = rows.map(({ id, at, name, args, status }) =>
        JSON.stringify({ run_id: id, position: at, tool_name: name, arguments: args, status }),
      );
      await server.query('INSERT INTO calls FORMAT JSONEachRow', lines.join('\n'));
      const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
      const address = `clickhouse://${user}@127.0.0.1:${server.port}/default/calls`;
      expect(await tracesOf(address)).toEqual(expected);
    } finally {
      await server.stop();
    }
  });

  test.skipIf(!hasPostgres)('PostgreSQL', async () => {
    const server: PostgresServer = await startPostgres();
    try {
      await server.query(
        'CREATE TABLE calls (run_id text, position int, tool_name text, arguments text, status text)',
      );
      for (let at = 0; at < rows.length; at += 10_000) {
        const part = rows.slice(at, at + 10_000);
        await server.query(
          'INSERT INTO calls SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[])',
          [
            part.map(({ id }) => id),
            part.map((row) => row.at),
            part.map(({ name }) => name),
            part.map(({ args }) => args),
            part.map(({ status }) => status),
          ],
        );
      }
      const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
      const address = `postgres://${user}@127.0.0.1:${server.port}/postgres/calls`;
      expect(await tracesOf(address)).toEqual(expected);
    } finally {
      await server.stop();
    }
  });

  test('Parquet', async () => {
    const filename = join(folder, 'calls.parquet');
    parquetWriteFile({
      filename,
      rowGroupSize: 1000,
      columnData: [
        { name: 'run_id', data: rows.map(({ id }) => id), type: 'STRING' },
        { name: 'position', data: rows.map(({ at }) => at), type: 'INT32' },
        { name: 'tool_name', data: rows.map(({ name }) => name), type: 'STRING', nullable: true },
        { name: 'arguments', data: rows.map(({ args }) => args), type: 'STRING', nullable: true },
        { name: 'status', data: rows.map(({ status }) => status), type: 'STRING', nullable: true },
      ],
    });
    expect(await tracesOf(filename)).toEqual(expected);
  });
});
