import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from './support/clickhouse.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from './support/postgres.ts';

/** Twelve runs that search; ten of them read. */
const RUNS = Array.from({ length: 12 }, (_, i) => ({
  run_id: `r${i}`,
  tools: i < 10 ? ['search', 'read'] : ['search'],
}));
const WORSE = { run_id: 'worse', tools: ['shell', 'shell', 'shell', 'shell', 'shell'] };

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({ 'package.json': '{}' });
});
afterEach(() => folder.remove());

/** Drafts a suite from a table, and adds a worse run to it afterwards. */
async function draftAndWorsen(
  address: string,
  env: Readonly<Record<string, string>>,
  add: (row: object) => Promise<unknown>,
): Promise<void> {
  const run = (...args: readonly string[]): Promise<Ran> =>
    whichtool(args, { cwd: folder.path, env });
  const drafted = await run('init', address);
  expect(drafted).toMatchObject({ code: 0, stderr: '' });
  expect(drafted.stdout).toContain(`${address}: 12 runs of `);
  const suite = readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8');
  expect(suite).toContain(address);
  expect(suite).not.toMatch(/s3cret/);
  expect(await run('run')).toMatchObject({ code: 0 });
  await add(WORSE);
  expect(await run('run')).toMatchObject({ code: 1 });
}

describe.skipIf(!hasClickHouse)('a suite drafted from a table of ClickHouse', () => {
  let server: ClickHouseServer;
  const env = { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD };
  const add = (...rows: readonly object[]): Promise<string> =>
    server.query('INSERT INTO traces FORMAT JSONEachRow', jsonl(...rows));
  beforeAll(async () => {
    [server] = (await startClickHouse(1)) as [ClickHouseServer];
    await server.query(
      'CREATE TABLE traces (run_id String, tools Array(String)) ENGINE = MergeTree() ORDER BY run_id',
    );
    await add(...RUNS);
  });
  afterAll(() => server.stop());

  it('holds on its runs, and is red when they get worse', () =>
    draftAndWorsen(`clickhouse://127.0.0.1:${server.port}/default/traces`, env, add));

  it('never has credentials', async () => {
    const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
    const address = `clickhouse://${user}@127.0.0.1:${server.port}/default/traces`;
    const { code, stdout, stderr } = await whichtool(['init', address], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('a suite names its traces without credentials [INIT_TRACES]');
    expect(stderr).not.toContain(CLICKHOUSE_PASSWORD);
  });

  it('has a test for the table beside those of files', async () => {
    folder.write(
      'runs.jsonl',
      jsonl(...RUNS.map(({ run_id }) => ({ id: run_id, tool_calls: [{ name: 'get' }] }))),
    );
    const address = `clickhouse://127.0.0.1:${server.port}/default/traces`;
    const args = ['init', 'runs.jsonl', address, '--json'];
    const { code, stdout } = await whichtool(args, { cwd: folder.path, env });
    expect(code).toBe(0);
    const { tests, files } = JSON.parse(stdout) as Record<string, readonly { traces: unknown }[]>;
    expect(tests?.map(({ traces }) => traces)).toEqual([['runs.jsonl'], [address]]);
    expect(files).toEqual([
      { file: 'runs.jsonl', format: 'native' },
      { file: address, format: expect.any(String) as string },
    ]);
  });
});

describe.skipIf(!hasPostgres)('a suite drafted from a table of PostgreSQL', () => {
  let server: PostgresServer;
  const add = (...rows: readonly object[]): Promise<unknown> =>
    server.query('INSERT INTO traces SELECT * FROM json_populate_recordset(null::traces, $1)', [
      JSON.stringify(rows),
    ]);
  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE TABLE traces (run_id text, tools text[])');
    await add(...RUNS);
  });
  afterAll(() => server.stop());

  it('holds on its runs, and is red when they get worse', () =>
    draftAndWorsen(
      `postgres://127.0.0.1:${server.port}/postgres/traces`,
      { PGUSER: POSTGRES_USER, PGPASSWORD: POSTGRES_PASSWORD },
      add,
    ));
});
