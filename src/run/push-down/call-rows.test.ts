import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from '../../../test/support/clickhouse.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from '../../../test/support/postgres.ts';
import { compareRuns, suiteOf } from './fixtures/compare-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-call-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const MAPPING = join(folder, 'mapping.yaml');
writeFileSync(MAPPING, 'run: run\ntest: test\ntool: tool\nserver: server\nproject: project\n');

type Row = readonly [run: string, test: string, tool: string, server?: string];

const PLAIN: readonly Row[] = [
  ['1', 'first', 'search'],
  ['1', 'first', 'get'],
  ['2', 'second', 'get'],
];

/** Projects with rows of calls, and why they are streamed; null where they are counted. */
const PROJECTS: readonly (readonly [name: string, rows: readonly Row[], why: string | null])[] = [
  ['counted', PLAIN, null],
  [
    'of several tests',
    [...PLAIN, ['2', 'first', 'get']],
    'the rows of some run name several tests',
  ],
  ['of no test', [...PLAIN, ['3', 'third', 'get']], '1 rows name no test of the suite'],
  ['with a long name', [...PLAIN, ['1', 'first', 'x'.repeat(600)]], null],
  ['with a name that is too long', [...PLAIN, ['1', 'first', 'x'.repeat(1100)]], null],
  ['with a server that is too long', [...PLAIN, ['1', 'first', 'get', 's'.repeat(1100)]], null],
];

const ROWS = PROJECTS.flatMap(([project, rows]) =>
  rows.map(([run, test, tool, server = '']) => ({ project, run, test, tool, server })),
);

async function compareProjects(base: string): Promise<void> {
  const covers = (tool: string): object => ({ function_call_coverage: { function_calls: [tool] } });
  const tests = [
    { name: 'first', ...covers('search') },
    { name: 'second', ...covers('get') },
  ];
  const suite = await suiteOf({ tests });
  for (const [project, , reason] of PROJECTS) {
    const query = `mapping=${encodeURIComponent(MAPPING)}&project=${encodeURIComponent(project)}`;
    const { streamed, counted, why } = await compareRuns(suite!, `${base}?${query}`);
    expect({ project, ...counted }).toEqual({ project, ...streamed });
    // What ends with an error has no other notes.
    if (counted.exit === 2) expect(reason).not.toBeNull();
    else
      expect({ project, why }).toEqual({
        project,
        why: reason === null ? [] : tests.map(({ name }) => `"${name}" is streamed: ${reason}`),
      });
  }
}

describe.skipIf(!hasClickHouse)('rows of calls in ClickHouse', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    [server] = (await startClickHouse(1)) as [ClickHouseServer];
    await server.query(
      'CREATE TABLE calls (project String, run String, test String, tool String, server String) ENGINE = MergeTree() ORDER BY run',
    );
    const lines = ROWS.map((row) => JSON.stringify(row)).join('\n');
    await server.query('INSERT INTO calls FORMAT JSONEachRow', lines);
  });
  afterAll(() => server.stop());

  it('are counted, or streamed where only a reader understands them', async () => {
    const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
    await compareProjects(`clickhouse://${user}@127.0.0.1:${server.port}/default/calls`);
  });
});

describe.skipIf(!hasPostgres)('rows of calls in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(
      'CREATE TABLE calls (project text, run text, test text, tool text, server text)',
    );
    await server.query('INSERT INTO calls SELECT * FROM json_populate_recordset(null::calls, $1)', [
      JSON.stringify(ROWS),
    ]);
  });
  afterAll(() => server.stop());

  it('are counted, or streamed where only a reader understands them', async () => {
    const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
    await compareProjects(`postgres://${user}@127.0.0.1:${server.port}/postgres/calls`);
  });
});
