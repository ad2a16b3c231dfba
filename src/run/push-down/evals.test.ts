import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chdb, hasChdb, NO_CHDB, startChdb } from '../../../test/support/chdb.ts';
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
import { randomEval, type RandomProject, randomProject } from './fixtures/random-evals.ts';

const COUNT = isFull ? 400 : 60;
const PROJECTS = sample(randomProject, { numRuns: COUNT, seed: 183 });
const EVALS = sample(randomEval, { numRuns: COUNT, seed: 184 });

const folder = mkdtempSync(join(tmpdir(), 'whichtool-evals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = PROJECTS.flatMap(({ rows, hasStray }, project) =>
  rows
    .flatMap((row, of) => row.runs.map((run, i) => ({ ...run, of: String(of), run: `${of} ${i}` })))
    .map((run, i) => ({
      ...run,
      of: hasStray && i === 0 ? 'nowhere' : run.of,
      project: `p${project}`,
    })),
);

/** The address of the runs of a project, with a mapping of its columns. */
function addressOf(base: string, project: number, columns: RandomProject['columns']): string {
  const mapping = join(folder, `${columns.join('-')}.yaml`);
  const lines = [
    'run: run',
    'case: of',
    'tools: tools',
    'server: servers',
    'project: project',
    ...(columns.includes('arguments') ? ['arguments: passed'] : []),
    ...(columns.includes('offered') ? ['offered: offered'] : []),
  ];
  writeFileSync(mapping, `${lines.join('\n')}\n`);
  return `${base}?mapping=${encodeURIComponent(mapping)}&project=p${project}`;
}

/** Compares every project with its eval; returns what was seen at least once. */
async function compareProjects(base: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const [i, { rows, runs, columns }] of PROJECTS.entries()) {
    const { scorers, expect: gates, rules } = EVALS[i]!;
    const lines = rows.map(({ label, tags }, id) =>
      JSON.stringify({ id: `${id}`, tags, ...label }),
    );
    writeFileSync(join(folder, 'rows.jsonl'), `${lines.join('\n')}\n`);
    const one = { name: 'e', dataset: 'rows.jsonl', scorers, expect: gates };
    const classes = { web: ['brave.search', 'search'] };
    const evals = [runs === null ? one : { ...one, runs }];
    const suite = await suiteOf({ classes, ...rules, evals }, join(folder, 'suite.json'));
    if (suite === null) throw new Error(`suite ${i} is refused`);
    const compared = await compareRuns(suite, addressOf(base, i, columns));
    const { streamed, counted, why } = compared;
    expect({ i, why, ...counted }).toEqual({ i, why, ...streamed });
    const [read, byNames] = compared.argumentFaults;
    const isMeasured = why.length > 0 || !columns.includes('arguments');
    expect({ i, faults: byNames }).toEqual({
      i,
      faults: isMeasured ? read : byNames.map(() => OPEN),
    });
    if (!isMeasured && read.some(({ cases }) => cases.length > 0)) seen.add('faults not measured');
    // What ends with an error has no other notes.
    seen.add(
      counted.exit === 2 ? 'refused' : `${why.length > 0 ? 'streamed' : 'named'} ${counted.exit}`,
    );
    for (const reason of why) seen.add(reason.replace(/^.* is streamed: /, ''));
  }
  return seen;
}

/** Of runs whose arguments are not read. */
const OPEN = { modes: { duplicate_call: null, unparsed_args: null }, cases: [] };

const EXPECTED = [
  'named 0',
  'named 1',
  'labels have arguments',
  'failure_modes needs whole traces',
  'refused',
  'named 3',
  'some of its runs must be read',
  'a gate is on tag.easy.used.tokens.total',
  'call_checks needs the arguments and statuses of calls, and the offered tools',
  'faults not measured',
];

const createTable = (text: string): string =>
  'CREATE TABLE runs (project String, run String, of String, tools Array(String), ' +
  `servers Array(${text}), passed Array(String), offered Array(String)) ENGINE = MergeTree() ORDER BY run`;
const LINES = ROWS.map((row) => JSON.stringify(row)).join('\n');

describe.skipIf(!hasClickHouse)('evals of runs in ClickHouse', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    [server] = (await startClickHouse(1)) as [ClickHouseServer];
    await server.query(createTable('String'));
    await server.query('INSERT INTO runs FORMAT JSONEachRow', LINES);
  });
  afterAll(() => server.stop());

  it(
    'have the tallies, confusion counts, gates and exit codes of streamed ones',
    { timeout: FULL_TIMEOUT_MS },
    async () => {
      const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
      const base = `clickhouse://${user}@127.0.0.1:${server.port}/default/runs`;
      const seen = await compareProjects(base);
      for (const what of EXPECTED) expect(seen).toContain(what);
    },
  );
});

describe.skipIf(!isFull || !hasChdb)(
  `evals of runs in the current ClickHouse${hasChdb ? '' : `: ${NO_CHDB}`}`,
  () => {
    let engine: Chdb;
    beforeAll(async () => {
      engine = await startChdb();
      await engine.query(createTable('LowCardinality(String)'));
      await engine.query(`INSERT INTO runs FORMAT JSONEachRow ${LINES}`);
    });
    afterAll(() => engine.stop());

    it(
      'have the tallies, confusion counts, gates and exit codes of streamed ones',
      { timeout: FULL_TIMEOUT_MS },
      async () => {
        const seen = await compareProjects(`clickhouse://127.0.0.1:${engine.port}/default/runs`);
        for (const what of EXPECTED) expect(seen).toContain(what);
      },
    );
  },
);

describe.skipIf(!hasPostgres)('evals of runs in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(
      'CREATE TABLE runs (project text, run text, of text, tools text[], servers text[], passed text[], offered text[])',
    );
    await server.query('INSERT INTO runs SELECT * FROM json_populate_recordset(null::runs, $1)', [
      JSON.stringify(ROWS),
    ]);
  });
  afterAll(() => server.stop());

  it(
    'have the tallies, confusion counts, gates and exit codes of streamed ones',
    { timeout: FULL_TIMEOUT_MS },
    async () => {
      const user = `${POSTGRES_USER}:${POSTGRES_PASSWORD}`;
      const seen = await compareProjects(
        `postgres://${user}@127.0.0.1:${server.port}/postgres/runs`,
      );
      for (const what of EXPECTED) expect(seen).toContain(what);
    },
  );
});
