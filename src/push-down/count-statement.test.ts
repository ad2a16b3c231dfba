import { emptyTrace, PileSums, plainCall, ScorerCompiler, TestSums, type ToolCall } from '#core';
import { parseSuite, type TestPlan } from '#suite';
import { assert, asyncProperty, constantFrom, oneof, sample, string } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClickHouseServer,
  CLUSTER,
  hasClickHouse,
  startClickHouse,
} from '../../test/support/clickhouse.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { type Chdb, hasChdb, startChdb } from '../../test/support/chdb.ts';
import { FULL_TIMEOUT_MS, isFull } from '../../test/support/full.ts';
import { addCounted } from './add-counted.ts';
import { randomRun, randomTest } from './fixtures/random-tests.ts';
import { ALL_CALLS, type CountPlan, planCounts } from './plan-counts.ts';
import type { CallTable } from './sql/call-table.ts';
import { clickhouse } from './sql/clickhouse.ts';
import { countColumns, countStatement } from './sql/count-statement.ts';
import type { Dialect } from './sql/dialect.ts';
import { postgres } from './sql/postgres.ts';
import { toolStatement } from './sql/tool-statement.ts';

type Run = readonly (readonly [server: string, name: string])[];

const RUNS = sample(randomRun, { numRuns: isFull ? 100_000 : 5000, seed: 18 });
/** How many tests are compared: those of the sample that are counted. */
const COMPARED = isFull ? 200 : 20;
const TESTS = sample(randomTest, { numRuns: COMPARED * 30, seed: 3 });

/** The test of a suite; null where the suite is refused, such as one that expects a neutral tool. */
async function testOf(keys: object): Promise<TestPlan | null> {
  const suite = { tests: [{ name: 'random', ...keys }] };
  const parsed = await parseSuite(JSON.stringify(suite), { path: 'suite.json' });
  return parsed.ok ? (parsed.suite.tests[0] as TestPlan) : null;
}

function openSums(plan: TestPlan): TestSums {
  return new TestSums(plan, new ScorerCompiler({}));
}

const FACTS = { suite: null, repeatsInput: true, computed: new Map() } as never;

/** The report without evidence: what push-down must have in common with a streamed run. */
function summaryOf(sums: TestSums): object {
  const { report, calls } = sums.report(FACTS);
  const { listedRuns: _listed, scores, ...rest } = report;
  return {
    ...rest,
    calls,
    scores: scores.map(
      ({ calls: _calls, missed: _missed, unexpected: _un, misses, worst: _worst, ...score }) => ({
        ...score,
        misses: misses.total,
        classes: score.classes?.map(({ matched_by: _by, ...one }) => one),
      }),
    ),
  };
}

function callsOf(run: Run): readonly ToolCall[] {
  return run.map(([server, name]) => plainCall({ server: server || null, name }));
}

function streamed(plan: TestPlan, runs: readonly Run[]): object {
  const sums = openSums(plan);
  for (const run of runs) {
    const trace = { ...emptyTrace(), calls: callsOf(run) };
    sums.add(sums.numbers.take(null, 0), trace, { where: null });
  }
  return summaryOf(sums);
}

function counted(plan: TestPlan, rows: readonly (readonly number[])[], counts: CountPlan): object {
  const sums = openSums(plan);
  for (const row of rows)
    addCounted(sums, counts, {
      calls: row.slice(0, -3),
      isPartial: false,
      isOffered: false,
      runs: row.at(-2) as number,
      total: row.at(-1) as number,
    });
  return summaryOf(sums);
}

const LISTS: CallTable = {
  from: 'runs_of_all',
  where: null,
  id: 'run',
  isRun: true,
  calls: [{ shape: 'list', where: null, tool: 'tools', server: 'servers', failed: null }],
  doubts: [],
  gathered: [],
  runDoubts: [],
  runs: null,
  partial: null,
  offers: null,
};
const ROWS: CallTable = {
  from: 'calls_of_all',
  where: null,
  id: 'run',
  isRun: false,
  calls: [{ shape: 'row', where: "kind = 'tool'", tool: 'tool', server: 'server', failed: null }],
  doubts: [],
  gathered: [],
  runDoubts: [],
  runs: null,
  partial: null,
  offers: null,
};

const HOSTILE = oneof(
  string({ unit: 'binary', maxLength: 8 }),
  string({
    unit: constantFrom("'", '\\', '\0', '\n', 'n', '0', '\ud800', '\udc00', '`'),
    maxLength: 6,
  }),
);

interface Engine {
  readonly dialect: Dialect;
  readonly runs: readonly Run[];
  readonly query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Streaming takes most of the time: engines with the same runs share it. */
const streamedSums = new WeakMap<readonly Run[], Map<object, object>>();

function expectedOf(keys: object, plan: TestPlan, runs: readonly Run[]): object {
  let sums = streamedSums.get(runs);
  if (sums === undefined) streamedSums.set(runs, (sums = new Map()));
  let expected = sums.get(keys);
  if (expected === undefined) sums.set(keys, (expected = streamed(plan, runs)));
  return expected;
}

/** Compares the tests that can be counted, until there are enough of them. */
async function compareTests({ dialect, runs, query }: Engine): Promise<void> {
  let compared = 0;
  for (const keys of TESTS) {
    const plan = await testOf(keys);
    if (compared === COMPARED) break;
    const planned = plan === null ? null : planCounts(plan, true);
    if (plan === null || planned === null || 'why' in planned) continue;
    const expected = expectedOf(keys, plan, runs);
    for (const table of [LISTS, ROWS]) {
      const sql = countStatement(planned.plan, table, dialect);
      const columns = countColumns(planned.plan, table);
      const rows = (await query(sql)).map((row) => columns.map((column) => Number(row[column])));
      expect({ sql, sums: counted(plan, rows, planned.plan) }).toEqual({ sql, sums: expected });
    }
    compared += 1;
  }
  expect(compared).toBe(COMPARED);
}

/** Compares the tools and sizes that drift counts. */
async function comparePiles({ dialect, runs, query }: Engine): Promise<void> {
  const expected = new PileSums({});
  for (const run of runs) {
    const calls = callsOf(run);
    expected.add({ ...emptyTrace(), calls }, calls, () => null);
  }
  for (const table of [LISTS, ROWS]) {
    const rows = await query(toolStatement(table, dialect));
    const sums = new Map(
      rows.map((row) => [
        JSON.stringify([row.server, row.tool]),
        ['runs', 'calls', 'squares', 'products'].map((column) => Number(row[column])),
      ]),
    );
    const tallies = [...expected.tools.all()].map(
      ({ tool, runs: of, calls, squares, products }) =>
        [JSON.stringify([tool.server ?? '', tool.name]), [of, calls, squares, products]] as const,
    );
    expect(sums).toEqual(new Map(tallies));
    const sizes = await query(countStatement(ALL_CALLS, table, dialect, true));
    const total = sizes.reduce((sum, { runs: some }) => sum + Number(some), 0);
    const squares = sizes.reduce(
      (sum, { n0, runs: some }) => sum + Number(n0) ** 2 * Number(some),
      0,
    );
    expect([total, squares]).toEqual([expected.runs, expected.squares]);
  }
}

describe.skipIf(!hasClickHouse)('on three shards of ClickHouse', () => {
  let servers: readonly ClickHouseServer[] = [];
  const engine: Engine = {
    dialect: clickhouse,
    runs: RUNS,
    async query(sql) {
      const answer = await servers[0]!.query(`${sql} FORMAT JSON`);
      return (JSON.parse(answer) as { data: Record<string, unknown>[] }).data;
    },
  };
  beforeAll(async () => {
    servers = await startClickHouse(3);
    for (const [shard, server] of servers.entries()) {
      for (const [table, columns] of TABLES) {
        await server.query(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree() ORDER BY run`);
        await server.query(
          `CREATE TABLE ${table}_of_all AS ${table} ENGINE = Distributed(${CLUSTER}, default, ${table})`,
        );
      }
      const { lists, rows } = rowsOf(RUNS, (i) => i % servers.length === shard);
      const send = (table: string, all: readonly object[]): Promise<string> =>
        server.query(
          `INSERT INTO ${table} FORMAT JSONEachRow`,
          all.map((row) => JSON.stringify(row)).join('\n'),
        );
      await send('runs', lists);
      await send('calls', rows);
    }
  }, FULL_TIMEOUT_MS);
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it(
    'the sums of random tests are those of the scorers',
    () => compareTests(engine),
    FULL_TIMEOUT_MS,
  );
  it('the sums of piles are those of drift', () => comparePiles(engine), FULL_TIMEOUT_MS);

  it('returns every hostile name unchanged', async () => {
    await assert(
      asyncProperty(HOSTILE, async (text) => {
        const literal = clickhouse.text(text);
        expect(literal === null).toBe(hasHalf(text));
        if (literal === null) return;
        const [row] = await engine.query(`SELECT ${literal} AS text`);
        expect(row).toEqual({ text });
      }),
      { numRuns: isFull ? 2000 : 100 },
    );
  });

  it('a lost shard is an error, and never a part of the sums', async () => {
    await servers[2]!.kill();
    await expect(engine.query(countStatement(ALL_CALLS, LISTS, clickhouse))).rejects.toThrow(
      /Code: \d+/,
    );
  });
});

/** Whether a text has half of a surrogate pair: UTF-8 has none. */
function hasHalf(text: string): boolean {
  return Buffer.from(text).toString() !== text;
}

const TABLES = [
  ['runs', 'run String, tools Array(String), servers Array(String)'],
  ['calls', 'run String, kind String, tool String, server String'],
] as const;

/** The rows of both tables: runs with lists, and calls with a row for the run itself. */
function rowsOf(
  runs: readonly Run[],
  isWanted: (place: number) => boolean,
): { readonly lists: readonly object[]; readonly rows: readonly object[] } {
  const lists: object[] = [];
  const rows: object[] = [];
  runs.forEach((calls, i) => {
    if (!isWanted(i)) return;
    const run = `r${i}`;
    lists.push({ run, tools: calls.map(([, name]) => name), servers: calls.map(([of]) => of) });
    rows.push({ run, kind: 'agent', tool: '', server: '' });
    for (const [server, tool] of calls) rows.push({ run, kind: 'tool', tool, server });
  });
  return { lists, rows };
}

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let server: PostgresServer;
  // A text of PostgreSQL has no NUL.
  const runs = RUNS.map((run) => run.map(([of, name]) => [of, name.replaceAll('\0', '')] as const));
  const engine: Engine = { dialect: postgres, runs, query: (sql) => server.query(sql) };
  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE TABLE runs_of_all (run text, tools text[], servers text[])');
    await server.query('CREATE TABLE calls_of_all (run text, kind text, tool text, server text)');
    const { lists, rows } = rowsOf(runs, () => true);
    for (const [table, all] of [
      ['runs_of_all', lists],
      ['calls_of_all', rows],
    ] as const)
      await server.query(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(all)],
      );
  }, FULL_TIMEOUT_MS);
  afterAll(() => server.stop());

  it(
    'the sums of random tests are those of the scorers',
    () => compareTests(engine),
    FULL_TIMEOUT_MS,
  );
  it('the sums of piles are those of drift', () => comparePiles(engine), FULL_TIMEOUT_MS);

  it('returns every hostile name unchanged', async () => {
    await assert(
      asyncProperty(HOSTILE, async (text) => {
        const literal = postgres.text(text);
        expect(literal === null).toBe(hasHalf(text) || text.includes('\0'));
        if (literal === null) return;
        expect(await server.query(`SELECT ${literal} AS text`)).toEqual([{ text }]);
      }),
      { numRuns: isFull ? 2000 : 100 },
    );
  });
});

describe.skipIf(!isFull || !hasChdb)('on the current ClickHouse', () => {
  let chdb: Chdb;
  const engine: Engine = {
    dialect: clickhouse,
    runs: RUNS,
    async query(sql) {
      const lines = (await chdb.query(sql)).trim().split('\n');
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
  beforeAll(async () => {
    chdb = await startChdb();
    const { lists, rows } = rowsOf(RUNS, () => true);
    for (const [table, columns] of TABLES) {
      await chdb.query(`CREATE TABLE ${table}_of_all (${columns}) ENGINE = MergeTree ORDER BY run`);
      const all = (table === 'runs' ? lists : rows).map((row) => JSON.stringify(row)).join('\n');
      await chdb.query(`INSERT INTO ${table}_of_all FORMAT JSONEachRow ${all}`);
    }
  }, FULL_TIMEOUT_MS);
  afterAll(() => chdb.stop());

  it(
    'the sums of random tests are those of the scorers',
    () => compareTests(engine),
    FULL_TIMEOUT_MS,
  );
  it('the sums of piles are those of drift', () => comparePiles(engine), FULL_TIMEOUT_MS);
});
