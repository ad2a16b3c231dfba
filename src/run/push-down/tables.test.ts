import { ScorerCompiler, TestSums } from '#core';
import { countTests } from '#push-down';
import { openWarehouse } from '#readers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Chdb, hasChdb, NO_CHDB, startChdb } from '../../../test/support/chdb.ts';
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
import { compareRuns, suiteOf } from './fixtures/compare-runs.ts';
import { classesOf } from './fixtures/random-suites.ts';

/** How a table is made, what is in it, and whether its runs are counted. */
type Table = readonly [what: string, statements: readonly string[], isCounted: boolean];

const ROWS = `SELECT '1' AS run_id, 'get' AS tool_name UNION ALL SELECT '1', 'search'
  UNION ALL SELECT '1', 'search' UNION ALL SELECT '2', 'it''s \\\\' UNION ALL SELECT '3', 'other'`;
const LISTS = `SELECT '1' AS run_id, ['get', 'search', 'search'] AS tool_names
  UNION ALL SELECT '2', ['it\\'s \\\\'] UNION ALL SELECT '3', ['other']`;
const callsOf = (run: string, tool: string): string =>
  `CREATE TABLE t (run_id ${run}, tool_name ${tool}) ENGINE = MergeTree() ORDER BY tuple()`;
const listsOf = (run: string, tools: string): string =>
  `CREATE TABLE t (run_id ${run}, tool_names ${tools}) ENGINE = MergeTree() ORDER BY tuple()`;
const fillCalls = `INSERT INTO t ${ROWS.replaceAll("''", "\\'")}`;
const fillNumbers = `INSERT INTO t SELECT 7, NULL UNION ALL SELECT 8, 'get' UNION ALL SELECT 9, 'search'`;
const fillLists = `INSERT INTO t ${LISTS}`;

/** Tables that every version of ClickHouse has. */
const CLICKHOUSE: readonly Table[] = [
  ['rows of text', [callsOf('String', 'String'), fillCalls], true],
  ['ids as large numbers', [callsOf('UInt64', 'String'), HUGE('toUInt64')], true],
  ['numbers as ids, NULL as a name', [callsOf('UInt64', 'Nullable(String)'), fillNumbers], true],
  ['NULL as a name', [callsOf('String', 'Nullable(String)'), fillCalls, NO_NAME()], true],
  ['NULL as an id', [callsOf('Nullable(String)', 'String'), fillCalls, NO_ID()], true],
  ['names of a fixed length', [callsOf('String', 'FixedString(8)'), fillCalls], false],
  ['lists', [listsOf('String', 'Array(String)'), fillLists], true],
  ['lists with NULL', [listsOf('String', 'Array(Nullable(String))'), fillLists], false],
  ['two rows of one run', [listsOf('String', 'Array(String)'), fillLists, fillLists], false],
  ['no rows', [listsOf('String', 'Array(String)')], true],
  [
    'a view',
    [
      `CREATE TABLE t_base (run_id String, tool_name String) ENGINE = MergeTree() ORDER BY tuple()`,
      fillCalls.replace('INTO t ', 'INTO t_base '),
      'CREATE VIEW t AS SELECT run_id, tool_name FROM t_base',
    ],
    true,
  ],
];

function HUGE(cast: string): string {
  return `INSERT INTO t SELECT ${cast}('18446744073709551615'), 'get' UNION ALL SELECT ${cast}('9007199254740993'), 'search' UNION ALL SELECT ${cast}('9007199254740992'), 'other'`;
}

function NO_NAME(): string {
  return `INSERT INTO t SELECT '4' AS run_id, NULL AS tool_name`;
}

function NO_ID(): string {
  return `INSERT INTO t SELECT NULL AS run_id, 'get' AS tool_name`;
}

/** Tables of the current version. */
const CURRENT: readonly Table[] = [
  ...CLICKHOUSE,
  ['names with few values', [callsOf('String', 'LowCardinality(String)'), fillCalls], true],
  ['few values or NULL', [callsOf('String', 'LowCardinality(Nullable(String))'), fillCalls], true],
  ['lists of few values', [listsOf('String', 'Array(LowCardinality(String))'), fillLists], true],
  ['ids as UUID', [callsOf('UUID', 'String'), UUIDS()], true],
  ['ids of 128 bits', [callsOf('UInt128', 'String'), HUGE('toUInt128')], true],
];

function UUIDS(): string {
  return `INSERT INTO t SELECT toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'), 'get'`;
}

/** Tests over these tools; the second names more of them than usual statements do. */
const SUITES = [
  [['get', 'absent'], ['search'], ["it's \\"]],
  [['get', ...Array.from({ length: 12_000 }, (_, i) => `${'tool '.repeat(4)}${i}`)], ['search']],
];

async function compare(address: string): Promise<boolean> {
  let isCounted = true;
  for (const classes of SUITES) {
    const test = { name: 'first', ...classesOf(classes, 20) };
    const suite = await suiteOf({ tests: [test] });
    const { streamed, counted, why } = await compareRuns(suite!, address);
    expect({ why, ...counted }).toEqual({ why, ...streamed });
    isCounted &&= why.length === 0;
  }
  return isCounted;
}

async function compareTable(
  query: (sql: string) => Promise<unknown>,
  port: number,
  [what, statements, isCounted]: Table,
): Promise<void> {
  for (const kind of ['TABLE', 'VIEW']) await query(`DROP ${kind} IF EXISTS t`).catch(() => {});
  await query('DROP TABLE IF EXISTS t_base');
  for (const statement of statements) await query(statement);
  const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
  expect([what, await compare(`clickhouse://${user}@127.0.0.1:${port}/default/t`)]).toEqual([
    what,
    isCounted,
  ]);
}

describe.skipIf(!hasClickHouse)('tables of ClickHouse', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    [server] = (await startClickHouse(1)) as [ClickHouseServer];
  });
  afterAll(() => server.stop());

  it.each(CLICKHOUSE)('%s', (...table) =>
    compareTable((sql) => server.query(sql), server.port, table),
  );

  it('a run that comes while they are counted makes them be read', async () => {
    await server.query(
      'CREATE TABLE growing (run_id String, tool_names Array(String)) ENGINE = Log',
    );
    await server.query("INSERT INTO growing VALUES ('1', ['get'])");
    const suite = await suiteOf({ tests: [{ name: 'first', ...classesOf([['get']], 20) }] });
    const [plan] = suite!.tests;
    const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
    const table = await openWarehouse(
      `clickhouse://${user}@127.0.0.1:${server.port}/default/growing`,
    );
    onTestFinished(() => table.close());
    const grow = async (sql: string): Promise<void> => {
      if (sql.includes('AS calls')) await server.query("INSERT INTO growing VALUES ('2', ['get'])");
    };
    const growing: typeof table = {
      ...table,
      query: (sql, columns) => grow(sql).then(() => table.query(sql, columns)),
    };
    const test = { plan: plan!, sums: new TestSums(plan!, new ScorerCompiler({})) };
    const { why } = await countTests(growing, [test], null);
    expect([...why.values()]).toEqual(['its rows changed while they were counted']);
  });
});

describe.skipIf(!isFull || !hasChdb)(
  `tables of the current ClickHouse${hasChdb ? '' : `: ${NO_CHDB}`}`,
  () => {
    let engine: Chdb;
    beforeAll(async () => {
      engine = await startChdb();
    });
    afterAll(() => engine.stop());

    it.each(CURRENT)('%s', (...table) =>
      compareTable((sql) => engine.query(sql), engine.port, table),
    );
  },
);

describe.skipIf(!hasPostgres)('tables of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it.each<Table>([
    [
      'rows of text',
      ['CREATE TABLE t (run_id text, tool_name text)', `INSERT INTO t ${ROWS}`],
      true,
    ],
    [
      'large numbers, and a name of several types',
      [
        'CREATE TABLE t (run_id numeric, tool_name varchar(40))',
        `INSERT INTO t VALUES (18446744073709551615, 'get'), (18446744073709551616, 'search')`,
      ],
      true,
    ],
    [
      'NULL as a name',
      [
        'CREATE TABLE t (run_id text, tool_name text)',
        `INSERT INTO t VALUES ('1', 'get'), ('1', NULL)`,
      ],
      true,
    ],
    [
      'NULL as an id',
      [
        'CREATE TABLE t (run_id text, tool_name text)',
        `INSERT INTO t VALUES ('1', 'get'), (NULL, 'get')`,
      ],
      true,
    ],
    [
      'names padded with blanks',
      ['CREATE TABLE t (run_id text, tool_name char(8))', `INSERT INTO t ${ROWS}`],
      false,
    ],
    [
      'a view of lists',
      [`CREATE VIEW t AS SELECT '1'::text AS run_id, ARRAY['get', NULL, 'search'] AS tool_names`],
      true,
    ],
  ])('%s', async (what, statements, isCounted) => {
    await server.query('DROP VIEW IF EXISTS t').catch(() => server.query('DROP TABLE IF EXISTS t'));
    await server.query('DROP TABLE IF EXISTS t').catch(() => {});
    for (const statement of statements) await server.query(statement.replaceAll('\\\\', '\\'));
    const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
    const address = `postgres://${user}@127.0.0.1:${server.port}/postgres/t`;
    expect([what, await compare(address)]).toEqual([what, isCounted]);
  });
});
