import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from './support/clickhouse.ts';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  startPostgres,
} from './support/postgres.ts';

const FOLDER = resolve(import.meta.dirname, '../examples/research/traces');
const TRACES = readdirSync(FOLDER)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as { readonly id: string });

let folder: ReturnType<typeof workspace>;
beforeAll(() => {
  folder = workspace({ 'package.json': '{}', 'runs.jsonl': jsonl(...TRACES) });
});
afterAll(() => folder.remove());

/** The report of a score, with the same word for each place of a trace. */
async function score(path: string): Promise<string> {
  const classes = ['--class', 'search=brave.web_search', '--class', 'fetch=http.get'];
  const { code, stdout, stderr } = await whichtool(
    ['score', path, ...classes, '--reporter', 'json'],
    {
      cwd: folder.path,
    },
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain('s3cret');
  return stdout.replace(/"[^"]*(?:\?run=|runs\.(?:jsonl|parquet))[^"]*"/g, '"place"');
}

describe('the report of a table is that of a file, byte for byte', () => {
  const rows = TRACES.map((trace) => ({ run_id: trace.id, trace: JSON.stringify(trace) }));
  let expected: string;
  beforeAll(async () => {
    expected = await score('runs.jsonl');
  });

  test('a file', () => {
    expect(expected).toContain('"place"');
  });

  test.skipIf(!hasClickHouse)('ClickHouse', async () => {
    const [server] = (await startClickHouse()) as [ClickHouseServer];
    try {
      await server.query('CREATE TABLE runs (run_id String, trace String) ENGINE = Memory');
      await server.query('INSERT INTO runs FORMAT JSONEachRow', jsonl(...rows.toReversed()));
      const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
      expect(await score(`clickhouse://${user}@127.0.0.1:${server.port}/default/runs`)).toBe(
        expected,
      );
    } finally {
      await server.stop();
    }
  });

  test.skipIf(!hasPostgres)('PostgreSQL', async () => {
    const server = await startPostgres();
    try {
      await server.query('CREATE TABLE runs (run_id text, trace json)');
      for (const { run_id, trace } of rows.toReversed())
        await server.query('INSERT INTO runs VALUES ($1, $2)', [run_id, trace]);
      const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
      expect(await score(`postgres://${user}@127.0.0.1:${server.port}/postgres/runs`)).toBe(
        expected,
      );
    } finally {
      await server.stop();
    }
  });

  test('Parquet', async () => {
    parquetWriteFile({
      filename: join(folder.path, 'runs.parquet'),
      columnData: [
        { name: 'run_id', data: rows.map(({ run_id }) => run_id), type: 'STRING' },
        { name: 'trace', data: rows.map(({ trace }) => trace), type: 'STRING' },
      ],
    });
    expect(await score('runs.parquet')).toBe(expected);
  });
});
