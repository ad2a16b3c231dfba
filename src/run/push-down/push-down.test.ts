import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, constantFrom, oneof, record, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from '../../../test/support/clickhouse.ts';
import { FULL_TIMEOUT_MS, isFull } from '../../../test/support/full.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from '../../../test/support/postgres.ts';
import { compareRuns, suiteOf } from './fixtures/compare-runs.ts';
import { classesOf, randomSuite } from './fixtures/random-suites.ts';

/** `serach` looks like another, `absent` is never called or offered, the longest is refused by readers. */
const NAMES = ['search', 'get', 'shell', 'think', "it's \\", 'find', 'serach', 'x'.repeat(1100)];
const tool = oneof(
  { weight: 40, arbitrary: constantFrom(...NAMES.slice(0, 6)) },
  { weight: 1, arbitrary: constantFrom('', ...NAMES) },
);
const tools = array(tool, { maxLength: 4 });
const randomRun = record({
  test: constantFrom('first', 'second', 'third', 'fourth'),
  tools,
  // Lists of other lengths than that of the tools.
  servers: array(constantFrom('', '', 'brave', 'a.b'), { maxLength: 5 }),
  offered: array(constantFrom('get', 'get', 'shell', 'web_search'), { maxLength: 2 }),
});

/** Runs of which all, some or none record what they were offered. */
const randomProject = record({
  runs: array(randomRun, { minLength: 1, maxLength: 12 }),
  tests: constantFrom(1, 1, 2, 4),
  known: constantFrom('all', 'all', 'some', 'none'),
});
/** Whose gate would hold, and one of whose classes no run was offered. */
const NEVER_OFFERED = {
  project: {
    runs: [{ test: 'first', tools: ['get'], servers: [], offered: ['get', 'shell'] }],
    tests: 1,
    known: 'all',
  },
  suite: { scorers: [classesOf([['get'], ['absent']], 20)], rules: {} },
};
const PROJECTS = [
  NEVER_OFFERED.project,
  ...sample(randomProject, { numRuns: isFull ? 400 : 40, seed: 83 }),
];

const SUITES = [
  NEVER_OFFERED.suite,
  ...sample(randomSuite, { numRuns: PROJECTS.length - 1, seed: 84 }),
];
const TEST_NAMES = ['first', 'second', 'third', 'fourth'] as const;

/** The rows of all projects; `hasNull`: whether a list may be absent. */
function rowsOf(hasNull: boolean): readonly object[] {
  return PROJECTS.flatMap(({ runs, known }, project) =>
    runs.map((run, i): object => {
      const isKnown = known === 'all' || (known === 'some' && i % 2 === 0);
      return {
        ...run,
        run: `r${i}`,
        project: `p${project}`,
        offered: isKnown || !hasNull ? run.offered : null,
      };
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'whichtool-push-down-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const MAPPING = join(folder, 'mapping.yaml');
writeFileSync(
  MAPPING,
  'run: run\ntest: test\ntools: tools\nserver: servers\noffered: offered\nproject: project\n',
);

/** Compares every project with its suite; returns what was seen at least once. */
async function compareProjects(base: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const [i, { scorers, rules }] of SUITES.entries()) {
    const tests = scorers
      .slice(0, PROJECTS[i]!.tests)
      .map((one, at) => ({ name: TEST_NAMES[at]!, ...one }));
    const suite = await suiteOf({ ...rules, tests });
    if (suite === null) continue;
    const address = `${base}?mapping=${encodeURIComponent(MAPPING)}&project=p${i}`;
    const { streamed, counted, why } = await compareRuns(suite, address);
    expect({ i, why, ...counted }).toEqual({ i, why, ...streamed });
    seen.add(`exit ${counted.exit}`).add(why.length === tests.length ? 'streamed' : 'counted');
    for (const issue of counted.issues) seen.add(issue.split(' ')[0]!);
    if (counted.exit === 5 && why.length === 0) seen.add('counted 5');
  }
  return seen;
}

describe.skipIf(!hasClickHouse)('tests that ClickHouse counts', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    [server] = (await startClickHouse(1)) as [ClickHouseServer];
    await server.query(
      'CREATE TABLE runs (project String, run String, test String, tools Array(String), servers Array(String), offered Array(String)) ENGINE = MergeTree() ORDER BY run',
    );
    await server.query(
      'INSERT INTO runs FORMAT JSONEachRow',
      rowsOf(false)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
  });
  afterAll(() => server.stop());

  it(
    'have the verdicts, exit codes and warnings of streamed ones',
    { timeout: FULL_TIMEOUT_MS },
    async () => {
      const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
      const seen = await compareProjects(
        `clickhouse://${user}@127.0.0.1:${server.port}/default/runs`,
      );
      for (const what of ['exit 0', 'exit 1', 'counted 5', 'streamed', 'NAME_NEVER_SEEN'])
        expect(seen).toContain(what);
    },
  );
});

describe.skipIf(!hasPostgres)('tests that PostgreSQL counts', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(
      'CREATE TABLE runs (project text, run text, test text, tools text[], servers text[], offered text[])',
    );
    await server.query('INSERT INTO runs SELECT * FROM json_populate_recordset(null::runs, $1)', [
      JSON.stringify(rowsOf(true)),
    ]);
  });
  afterAll(() => server.stop());

  it(
    'have the verdicts, exit codes and warnings of streamed ones',
    { timeout: FULL_TIMEOUT_MS },
    async () => {
      const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
      const seen = await compareProjects(
        `postgres://${user}@127.0.0.1:${server.port}/postgres/runs`,
      );
      for (const what of ['exit 0', 'exit 1', 'counted 5', 'streamed', 'NAME_NEVER_SEEN'])
        expect(seen).toContain(what);
    },
  );
});
