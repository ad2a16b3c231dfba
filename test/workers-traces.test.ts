import { createHash } from 'node:crypto';
import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { spawnWhichtool, workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';
import {
  coordinate,
  type Engines,
  type LogLine,
  startEngines,
  startWorker,
  stopWorkers,
  until,
  type WorkerProcess,
} from './support/workers.ts';

const SUITE = `tests:
  - name: traces
    traces: traces/*
    equal_function_sets:
      classes:
        search: [brave.web_search, google.search]
        fetch: [http.get]
`;
const FILLER = 'the same text again and again '.repeat(25);
const NATIVE = 'traces/native.jsonl';

/** Native lines, each a little different; some are broken. */
function nativeLines(count: number, prefix: string): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const calls = [
      `{"server":"brave","name":"web_search","arguments":{"q":"${i}"}}`,
      `{"server":"http","name":"get","arguments":{"n":${i % 7}}}`,
      `{"server":"shell","name":"exec${i % 300}"}`,
    ].slice(0, i % 4);
    const line = `{"id":"${prefix}${i}","tool_calls":[${calls.join(',')}],"input":"${FILLER}"}`;
    lines.push(i % 10_000 === 77 ? line.slice(0, 40) : line, '\n');
  }
  return lines.join('');
}

function otlpLines(count: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const span = (
    run: number,
    at: number,
    operation: string,
    key: string,
    value: string,
  ): object => ({
    traceId: hex(run + 1, 32),
    spanId: hex(2 * run + at + 1, 16),
    ...(at === 0 ? {} : { parentSpanId: hex(2 * run + 1, 16) }),
    name: operation,
    startTimeUnixNano: String(at + 1),
    endTimeUnixNano: String(at + 9),
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: operation } },
      { key, value: { stringValue: value } },
    ],
  });
  const line = (run: number): string => {
    const spans = [
      span(run, 0, 'invoke_agent', 'gen_ai.agent.name', 'desk'),
      span(run, 1, 'execute_tool', 'gen_ai.tool.name', run % 3 === 0 ? 'http.get' : 'other'),
    ];
    return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  };
  return Array.from({ length: count }, (_, run) => `${line(run)}\n`).join('');
}

const native = nativeLines(80_000, 'n');
let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.remove());

interface Project {
  readonly path: string;
  readonly alone: () => ReturnType<typeof spawnWhichtool>;
}

/** A suite over files whose time of change is known. */
function projectOf(files: Readonly<Record<string, string | Buffer>>): Project {
  const space = workspace({ 'package.json': '{}', 'whichtool.yaml': SUITE, 'traces/.keep': '' });
  onTestFinished(() => space.remove());
  for (const [name, content] of Object.entries(files)) writeAt(join(space.path, name), content);
  const args = ['run', '--no-history', '--json'];
  return { path: space.path, alone: () => spawnWhichtool(args, { cwd: space.path }) };
}

function writeAt(path: string, content: string | Buffer): void {
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

function workersIn(cwd: string, count: number, ...flags: readonly string[]): WorkerProcess[] {
  const workers = Array.from({ length: count }, () =>
    startWorker(cwd, [...engines.flags, '--lease', '2', ...flags]),
  );
  onTestFinished(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  });
  return workers;
}

const eventsOf = ({ log }: WorkerProcess, name: string): readonly LogLine[] =>
  log().filter(({ event }) => event === name);

/** Why a worker leaves the parts of a run to others; a run that failed stays open, and is refused, too. */
async function refusalOf(worker: WorkerProcess, runId: string): Promise<string | undefined> {
  const find = (): LogLine | undefined =>
    worker.log().find(({ event, run }) => event === 'refused' && run === runId);
  await until(() => find() !== undefined);
  return find()?.why;
}

it('gives the report of one process over files of all kinds', async () => {
  const { path, alone } = projectOf({
    [NATIVE]: native,
    'traces/more.jsonl': nativeLines(900, 'm'),
    'traces/packed.jsonl.gz': gzipSync(nativeLines(9000, 'z')),
    'traces/spans.jsonl': otlpLines(2000),
    'traces/empty.jsonl': '',
  });
  const expected = await alone();
  const workers = workersIn(path, 2);
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stdout).toBe(expected.stdout);
  expect([together.code, together.stderr]).toEqual([expected.code, expected.stderr]);
  expect(JSON.parse(together.stdout)).toMatchObject({ totals: { runs: 91_890 } });
  expect(workers.flatMap((worker) => eventsOf(worker, 'done')).length).toBeGreaterThan(2);
  expect(await stopWorkers(workers)).toEqual([0, 0]);
});

it.runIf(isFull)('counts a run once that two parts have', async () => {
  const { path, alone } = projectOf({
    [NATIVE]: native,
    'traces/again.jsonl': nativeLines(50, 'n'),
  });
  const expected = await alone();
  const [worker] = workersIn(path, 1) as [WorkerProcess];
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stdout).toBe(expected.stdout);
  expect(together.code).toBe(expected.code);
  expect(eventsOf(worker, 'done').length).toBeGreaterThan(1);
});

it.runIf(isFull)('refuses files without a record as one process does', async () => {
  const { path, alone } = projectOf({ [NATIVE]: '\n'.repeat(70_000_000) });
  const expected = await alone();
  expect(expected.code).toBe(2);
  workersIn(path, 1);
  const together = await coordinate(path, engines.flags).ended;
  expect([together.code, together.stdout, together.stderr]).toEqual([
    expected.code,
    expected.stdout,
    expected.stderr,
  ]);
});

it('reads a part again whose worker was killed', async () => {
  const { path, alone } = projectOf({ [NATIVE]: native });
  const [first] = workersIn(path, 1, '--concurrency', '1') as [WorkerProcess];
  const coordinator = coordinate(path, engines.flags);
  await until(() => eventsOf(first, 'done').length > 0);
  first.child.kill('SIGKILL');
  const [second] = workersIn(path, 1) as [WorkerProcess];
  const together = await coordinator.ended;
  const expected = await alone();
  expect(together.stdout).toBe(expected.stdout);
  expect(together.code).toBe(expected.code);
  expect(eventsOf(second, 'done').length).toBeGreaterThan(0);
});

it('leaves small files to the coordinator', async () => {
  const { path, alone } = projectOf({ [NATIVE]: nativeLines(100, 'n') });
  const expected = await alone();
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stdout).toBe(expected.stdout);
  expect(together.stderr).toContain('nothing to do for workers');
});

/** Starts a run without workers, and waits until its parts are listed. */
async function listed(path: string, runId: string): Promise<ReturnType<typeof coordinate>> {
  const coordinator = coordinate(path, [...engines.flags, '--run-id', runId]);
  await until(
    async () =>
      (await query(`SELECT jobs FROM whichtool_run WHERE id = '${runId}' AND jobs > 0`)).length > 0,
  );
  return coordinator;
}

async function query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: engines.postgres.url });
  await client.connect();
  try {
    // The tables are made by the first run.
    return (await client.query(text).catch(() => ({ rows: [] }))).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Each takes some 60 MB of traces: the usual level has the first of a kind. */
const oneOf = <T>(all: readonly T[]): readonly T[] => (isFull ? all : all.slice(0, 1));

it.each(
  oneOf([
    ['another', 'differs from that of the coordinator'],
    ['absent', 'there is no such traces/native.jsonl here'],
  ] as const),
)('does not read a file that is %s on a worker; the coordinator does', async (kind, why) => {
  const { path, alone } = projectOf({ [NATIVE]: native });
  const expected = await alone();
  const coordinator = await listed(path, kind);
  const file = join(path, NATIVE);
  if (kind === 'another') writeAt(file, native.replaceAll('exec1', 'exec2'));
  else renameSync(file, `${path}/kept`);
  const [worker] = workersIn(path, 1) as [WorkerProcess];
  expect(await refusalOf(worker, kind)).toContain(why);
  if (kind === 'another') writeAt(file, native);
  else renameSync(`${path}/kept`, file);
  const together = await coordinator.ended;
  expect(together.stdout).toBe(expected.stdout);
  expect(together.code).toBe(expected.code);
  expect(together.stderr).toContain(why);
  expect(eventsOf(worker, 'done')).toEqual([]);
});

it.runIf(isFull)('does not report on a file that changed after its parts were listed', async () => {
  const { path } = projectOf({ [NATIVE]: native });
  const coordinator = await listed(path, 'changed');
  writeFileSync(join(path, NATIVE), native.replaceAll('exec1', 'exec2'));
  const together = await coordinator.ended;
  expect([together.code, together.stdout]).toEqual([2, '']);
  expect(together.stderr).toContain('TRACES_CHANGED');
});

it('reads files outside its working folder only in the folders of --traces', async () => {
  const { path, alone } = projectOf({ [NATIVE]: native });
  const shared = ['package.json', 'whichtool.yaml'];
  const elsewhere = workspace(
    Object.fromEntries(shared.map((file) => [file, readFileSync(join(path, file), 'utf8')])),
  );
  onTestFinished(() => elsewhere.remove());
  const [refusing] = workersIn(elsewhere.path, 1) as [WorkerProcess];
  const coordinator = coordinate(path, [...engines.flags, '--run-id', 'outside']);
  const why = 'traces/native.jsonl is not in the folders that this worker may read';
  expect(await refusalOf(refusing, 'outside')).toBe(why);
  const [reading] = workersIn(elsewhere.path, 1, '--traces', join(path, 'traces')) as [
    WorkerProcess,
  ];
  const together = await coordinator.ended;
  expect(together.stdout).toBe((await alone()).stdout);
  expect(eventsOf(refusing, 'done')).toEqual([]);
  expect(eventsOf(reading, 'done').length).toBeGreaterThan(0);
});

const FORGERIES: readonly (readonly [string, (packed: string) => string])[] = [
  ['of another shape', () => 'whichtool-data-1:{"setup":{},"jobs":[{"range":7}]}'],
  ['of another form', (packed) => packed.replace('-data-1:', '-data-2:')],
];

it.runIf(isFull).each(FORGERIES)(
  'refuses a job %s, which stays in the queue',
  async (kind, forge) => {
    const { path, alone } = projectOf({ [NATIVE]: native });
    const runId = `forged-${createHash('md5').update(kind).digest('hex').slice(0, 6)}`;
    const coordinator = await listed(path, runId);
    const jobs = await query(`SELECT place, task FROM whichtool_job WHERE run_id = '${runId}'`);
    for (const { place, task } of jobs) {
      const parsed = JSON.parse(String(task)) as { readonly slice: string };
      const forged = JSON.stringify({ ...parsed, slice: forge(parsed.slice) });
      await query(
        `UPDATE whichtool_job SET task = '${forged.replaceAll("'", "''")}' WHERE run_id = '${runId}' AND place = ${String(place)}`,
      );
    }
    const [worker] = workersIn(path, 1) as [WorkerProcess];
    expect(await refusalOf(worker, runId)).toContain('a form that this version does not read');
    const together = await coordinator.ended;
    expect(together.stdout).toBe((await alone()).stdout);
    expect(eventsOf(worker, 'done')).toEqual([]);
  },
);

it.each(oneOf(['whichtool-data-1:{"jobs":[],"state":{}}', 'not packed at all']))(
  'does not report from a forged result: %s',
  async (record) => {
    const { path } = projectOf({ [NATIVE]: native });
    const runId = `result-${record.length}`;
    const coordinator = await listed(path, runId);
    await query(`INSERT INTO whichtool_result (run_id, kind, name, case_id, number, status, record, worker)
      SELECT run_id, kind, name, case_id, number, 'made', '${record}', 'x' FROM whichtool_job WHERE run_id = '${runId}'`);
    const together = await coordinator.ended;
    expect([together.code, together.stdout]).toEqual([2, '']);
    expect(together.stderr).toContain('WORKER_BAD_RESULT');
  },
);
