import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, whichtool, workspace } from './support/cli.ts';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  CLUSTER,
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

const SUITE = `neutral: [think]
aliases: { web_search: search }
tests:
  - name: picks search
    equal_function_sets:
      classes:
        - { name: search, members: [brave.search, google.search] }
        - { name: fetch, members: [get, "it's \\\\ odd"] }
      expect: [{ tool_selection.f1: { ">=": 60 } }]
    forbidden: [shell]
  - name: covers
    function_call_coverage: { function_calls: [get, get, search] }
  - name: in order
    function_call_coverage: { function_calls: [search, get], mode: in_order }
`;

const MAPPING = 'run: run_id\ntest: test\ntools: tools\nserver: server\n';

const NAMES = ['search', 'web_search', 'get', 'shell', 'think', "it's \\ odd", 'x'] as const;
const SERVERS = ['', 'brave', 'google'] as const;
const TESTS = ['picks search', 'covers', 'in order'] as const;

/** Runs that differ in their calls by plain arithmetic. */
const RUNS = Array.from({ length: 300 }, (_, i) => {
  const calls = Array.from({ length: i % 6 }, (_unused, c) => i * 7 + c * 5 + ((i * c) % 3));
  return {
    run_id: `r${i}`,
    test: TESTS[i % 3]!,
    tools: calls.map((n) => NAMES[n % NAMES.length]!),
    server: calls.map((n) => SERVERS[n % SERVERS.length]!),
  };
});

const OLDER = {
  event_ts: '2026-01-01 00:00:00',
  tool_call_names: ['old'],
  tool_calls: ['{"id":"old"}'],
};

/** Traces with an agent, a model that calls up to three tools, and the tools that ran; one was deleted. */
const OBSERVATIONS = Array.from({ length: 40 }, (_, i) => {
  const tools = NAMES.slice(0, i % 4);
  const row = (id: string, parent: string, type: string, name: string): object => ({
    project_id: 'p',
    trace_id: `t${i}`,
    span_id: `${id}${i}`,
    parent_span_id: parent,
    start_time: '2026-01-01 00:00:00',
    type,
    name,
    level: 'DEFAULT',
    event_ts: '2026-01-02 00:00:00',
    is_deleted: i === 5 ? 1 : 0,
    tool_calls: [],
    tool_call_names: [],
  });
  return [
    {
      ...row('model', `agent${i}`, 'GENERATION', 'model'),
      tool_calls: tools.map((_tool, c) => JSON.stringify({ id: `call${c}`, arguments: '{}' })),
      tool_call_names: tools,
    },
    row('agent', '', 'AGENT', 'agent'),
    ...tools.slice(1).map((tool) => row(tool, `agent${i}`, 'TOOL', tool)),
  ];
}).flat();

/** The parts of a report that push-down has in common with a streamed run. */
function partsOf({ stdout }: Ran): unknown {
  const report = JSON.parse(stdout) as {
    verdict: string;
    tests: {
      name: string;
      verdict: string;
      runs: number;
      errors: number;
      passing: unknown;
      gates: unknown;
      scores: { tally: unknown; metrics: unknown; intervals: unknown }[];
    }[];
  };
  const tests = report.tests.map(({ name, verdict, runs, errors, passing, gates, scores }) => ({
    name,
    verdict,
    runs,
    errors,
    passing,
    gates,
    scores: scores.map(({ tally, metrics, intervals }) => ({ tally, metrics, intervals })),
  }));
  return { verdict: report.verdict, tests };
}

describe.skipIf(!hasClickHouse)('runs that are counted by three shards of ClickHouse', () => {
  const folder = workspace({
    'suite.yaml': SUITE,
    'only.yaml': SUITE.slice(0, SUITE.indexOf('  - name: covers')),
    'mapping.yaml': MAPPING,
  });
  let servers: readonly ClickHouseServer[] = [];
  let source = '';
  const env = { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD };
  const run = (...args: string[]): Promise<Ran> =>
    whichtool(args, { cwd: folder.path, env: { ...env, COLUMNS: '100' } });

  beforeAll(async () => {
    servers = await startClickHouse(3);
    for (const [shard, server] of servers.entries()) {
      await server.query(
        'CREATE TABLE runs (run_id String, test String, tools Array(String), server Array(String)) ENGINE = MergeTree() ORDER BY run_id',
      );
      await server.query(
        `CREATE TABLE all_runs AS runs ENGINE = Distributed(${CLUSTER}, default, runs)`,
      );
      const rows = RUNS.filter((_, i) => i % 3 === shard).map((row) => JSON.stringify(row));
      await server.query('INSERT INTO runs FORMAT JSONEachRow', rows.join('\n'));
    }
    source = `clickhouse://127.0.0.1:${servers[0]!.port}/default/all_runs?mapping=mapping.yaml`;
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    folder.remove();
  });

  it('have the tallies, metrics, gates and exit code of a streamed run', async () => {
    const args = ['run', 'suite.yaml', '--source', source, '--json', '--no-history'];
    const [streamed, counted] = await Promise.all([run(...args), run(...args, '--push-down')]);
    expect(partsOf(counted)).toEqual(partsOf(streamed));
    expect(counted.code).toBe(streamed.code);
    expect(streamed.code).toBe(1);
    const { issues, tests } = JSON.parse(counted.stdout) as {
      issues: { code: string; message: string }[];
      tests: { listedRuns: unknown[] }[];
    };
    expect(issues.filter(({ code }) => code === 'PUSH_DOWN_STREAMED')).toMatchObject([
      {
        message:
          '"in order" is streamed: function_call_coverage needs the order of calls (mode: in_order)',
      },
    ]);
    expect(tests.map(({ listedRuns }) => listedRuns.length > 0)).toEqual([false, false, true]);
  });

  it('are printed as statements, one for each test', async () => {
    const { code, stdout } = await run('sql', 'suite.yaml', '--source', source);
    expect(code).toBe(0);
    expect(stdout.match(/^SELECT /gm)).toHaveLength(2);
    expect(stdout).toContain("`test` = 'picks search'");
    expect(stdout).toContain('-- in order: streamed, function_call_coverage needs the order');
  });

  it('are inspected and compared without reading them', async () => {
    const inspected = await run('inspect', source, '--push-down', '--json');
    const read = await run('inspect', source, '--json');
    const [counted, streamed] = [inspected, read].map(
      ({ stdout }) =>
        JSON.parse(stdout) as {
          metrics: Record<string, number | null>;
          tools: { items: { tool: string; calls: number; runs: number; share: number }[] };
        },
    );
    const uses = (report: typeof counted): unknown =>
      report?.tools.items.map(({ tool, calls, runs, share }) => ({ tool, calls, runs, share }));
    expect(uses(counted)).toEqual(uses(streamed));
    for (const id of ['calls.total', 'runs.without_calls', 'called.tools', 'shared.names'])
      expect(counted?.metrics[id]).toBe(streamed?.metrics[id]);
    expect(counted?.metrics['duplicate.calls']).toBeNull();
    const drift = await run('drift', source, source, '--push-down', '--json');
    expect(JSON.parse(drift.stdout)).toMatchObject({ metrics: { 'drift.tools': 0 } });
    expect([inspected.code, read.code, drift.code]).toEqual([0, 0, 0]);
  });

  it('of Langfuse count the last state of a row, and calls once', async () => {
    const [server] = servers as [ClickHouseServer];
    await server.query(
      'CREATE TABLE events_core (project_id String, trace_id String, span_id String, parent_span_id String, ' +
        'start_time DateTime, type String, name String, level String, event_ts DateTime, is_deleted UInt8, ' +
        'tool_calls Array(String), tool_call_names Array(String)) ENGINE = ReplacingMergeTree(event_ts) ' +
        'ORDER BY (project_id, trace_id, span_id)',
    );
    const insert = (rows: readonly object[]): Promise<string> =>
      server.query(
        'INSERT INTO events_core FORMAT JSONEachRow',
        rows.map((row) => JSON.stringify(row)).join('\n'),
      );
    await insert(OBSERVATIONS.map((row) => ({ ...row, ...OLDER })));
    await insert(OBSERVATIONS);
    // A trace without a model, a tool or an agent is not a run.
    await insert([
      {
        ...OBSERVATIONS[0],
        trace_id: 'plain',
        span_id: 'plain',
        type: 'SPAN',
        tool_calls: [],
        tool_call_names: [],
      },
    ]);
    const address = `clickhouse://127.0.0.1:${server.port}/default/events_core`;
    const args = ['run', 'only.yaml', '--source', address, '--json', '--no-history'];
    const [streamed, counted] = await Promise.all([run(...args), run(...args, '--push-down')]);
    expect(partsOf(counted)).toEqual(partsOf(streamed));
    expect(counted.stdout).not.toContain('PUSH_DOWN_STREAMED');
    expect(partsOf(counted)).toMatchObject({ tests: [{ runs: 39 }] });
    const inspected = await run('inspect', address, '--push-down', '--json');
    expect(JSON.parse(inspected.stdout)).toMatchObject({
      metrics: { 'duplicate.calls': null, 'runs.without_calls': 10 },
    });
    // Whether a failed model ends its run is for the reader to say.
    await insert([{ ...OBSERVATIONS[0], trace_id: 'failed', span_id: 'failed', level: 'ERROR' }]);
    const again = await run(...args, '--push-down');
    expect(again.stdout).not.toContain('PUSH_DOWN_STREAMED');
    expect(partsOf(again)).toEqual(partsOf(await run(...args)));
    expect(partsOf(again)).toMatchObject({ tests: [{ runs: 39, errors: 1 }] });
  });

  it('are refused where no database has them', async () => {
    const { code, stderr } = await run(
      'run',
      'suite.yaml',
      '--traces',
      'suite.yaml',
      '--push-down',
    );
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
    const files = await run('inspect', 'traces.jsonl', '--push-down');
    expect(files.code).toBe(2);
    expect(files.stderr).toContain('FLAG_PUSH_DOWN');
  });

  it('are an error where a shard is lost, and never a part of them', async () => {
    await servers[1]!.kill();
    const args = ['run', 'suite.yaml', '--source', source, '--push-down', '--no-history'];
    const { code, stdout, stderr } = await run(...args);
    expect(code).not.toBe(0);
    expect(code).not.toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('SOURCE_FAILED');
  });
});

describe.skipIf(!hasPostgres)('runs that are counted by PostgreSQL', () => {
  const folder = workspace({ 'suite.yaml': SUITE, 'mapping.yaml': MAPPING });
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE TABLE runs (run_id text, test text, tools text[], server text[])');
    await server.query('INSERT INTO runs SELECT * FROM json_populate_recordset(null::runs, $1)', [
      JSON.stringify(RUNS),
    ]);
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('have the tallies, metrics, gates and exit code of a streamed run', async () => {
    const source = `postgres://127.0.0.1:${server.port}/postgres/runs?mapping=mapping.yaml`;
    const env = { PGUSER: POSTGRES_USER, PGPASSWORD: POSTGRES_PASSWORD };
    const args = ['run', 'suite.yaml', '--source', source, '--json', '--no-history'];
    const [streamed, counted] = await Promise.all([
      whichtool(args, { cwd: folder.path, env }),
      whichtool([...args, '--push-down'], { cwd: folder.path, env }),
    ]);
    expect(partsOf(counted)).toEqual(partsOf(streamed));
    expect(counted.code).toBe(1);
    const inspected = await whichtool(['inspect', source, '--push-down'], {
      cwd: folder.path,
      env,
    });
    expect(inspected.stdout).toContain('300 runs');
    expect(inspected.code).toBe(0);
  });
});
