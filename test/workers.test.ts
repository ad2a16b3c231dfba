import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { jsonl, workspace } from './support/cli.ts';
import { agentOf, loopback, project, testOf } from './support/driving.ts';
import {
  coordinate,
  type Engines,
  startEngines,
  startWorker,
  stopWorkers,
  until,
  type WorkerProcess,
} from './support/workers.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.remove());

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

it('gives the report of one process, and leaves with 0 on SIGTERM', async () => {
  const model = await loopback();
  const { path, measure } = project(
    {
      agents: { desk: agentOf(model) },
      tests: [testOf('first', { runs: 3 })],
      evals: [
        {
          name: 'orders',
          dataset: 'rows.jsonl',
          agent: 'desk',
          scorers: [{ type: 'tool_name_match' }],
        },
      ],
    },
    {
      files: {
        'rows.jsonl': jsonl(
          ...['a', 'b', 'c'].map((id) => ({
            id,
            input: `order ${id}`,
            expected_tool: 'right',
          })),
        ),
      },
    },
  );
  const alone = await measure();
  const workers = workersIn(path, 2);
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stderr).toBe('');
  expect(together.stdout).toBe(alone.bytes);
  expect(together.code).toBe(alone.code);
  const done = workers.flatMap((worker) => worker.log().filter(({ event }) => event === 'done'));
  expect(done).toHaveLength(6);
  expect(await stopWorkers(workers)).toEqual([0, 0]);
});

it('makes runs of rows with images, which only the coordinator has', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const model = await loopback();
  const { path, measure } = project(
    {
      agents: { desk: agentOf(model) },
      evals: [
        {
          name: 'scans',
          dataset: 'rows.jsonl',
          agent: 'desk',
          scorers: [{ type: 'tool_name_match' }],
        },
      ],
    },
    {
      files: {
        'rows.jsonl': jsonl({ id: 'a', input: 'this', images: ['a.png'], expected_tool: 'right' }),
      },
    },
  );
  writeFileSync(join(path, 'a.png'), Buffer.from(png, 'base64'));
  const alone = await measure();
  expect(alone.code).toBe(0);
  const shared = ['package.json', 'tools.json', 'whichtool.yaml'];
  const worker = workspace(
    Object.fromEntries(shared.map((file) => [file, readFileSync(join(path, file), 'utf8')])),
  );
  onTestFinished(() => worker.remove());
  workersIn(worker.path, 1);
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stdout).toBe(alone.bytes);
  const bodies = model.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies.slice(bodies.length / 2)).toEqual(bodies.slice(0, bodies.length / 2));
  expect(bodies.at(-1)).toContain(png);
});

it('takes the first result of a run whose worker was silent past its lease', async () => {
  let asked = 0;
  const model = await loopback({
    decide: ({ answer }) => ({
      ...(answer === 1 ? { calls: [{ name: 'right' }] } : { text: 'done' }),
      // The first worker is stopped while it waits for this.
      ...(++asked === 1 ? { delay_ms: 1000 } : {}),
    }),
  });
  const { path, measure } = project({
    agents: { desk: agentOf(model) },
    tests: [testOf('first')],
  });
  const [silent] = workersIn(path, 1, '--lease', '1') as [WorkerProcess];
  const coordinator = coordinate(path, engines.flags);
  await until(() => asked === 1);
  silent.child.kill('SIGSTOP');
  const [other] = workersIn(path, 1, '--lease', '1') as [WorkerProcess];
  const together = await coordinator.ended;
  const before = await resultsOf(other);
  silent.child.kill('SIGCONT');
  await until(() => silent.log().some(({ event }) => event === 'late'));
  expect(await resultsOf(other)).toEqual(before);
  expect(before).toHaveLength(1);
  expect(together.stdout).toBe((await measure()).bytes);
});

it('ends a run as errored that kills every worker, and measures the others', async () => {
  const { path } = project(
    {
      agents: { killer: { command: [process.execPath, 'killer.cjs'] } },
      tests: ['quiet', 'deadly'].map((prompt) => ({
        name: prompt,
        agent: 'killer',
        prompt,
        function_call_coverage: { function_calls: ['right'] },
      })),
    },
    {
      files: {
        'killer.cjs': `
let text = '';
process.stdin.on('data', (part) => (text += part)).on('end', () => {
  if (text.includes('deadly')) process.kill(process.ppid, 'SIGKILL');
  else console.log(JSON.stringify({ tool_calls: [{ name: 'right' }] }));
});`,
      },
    },
  );
  const workers = workersIn(path, 4, '--lease', '1');
  const together = await coordinate(path, engines.flags).ended;
  const report = JSON.parse(together.stdout) as {
    tests: readonly { name: string; verdict: string; errors: number }[];
  };
  expect(report.tests.map(({ name, verdict, errors }) => [name, verdict, errors])).toEqual([
    ['quiet', 'pass', 0],
    ['deadly', 'error', 1],
  ]);
  expect(together.code).toBe(3);
  expect(together.stdout).toContain('RUN_GIVEN_UP');
  expect(workers.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(3);
});

it('goes on where the coordinator was killed, and makes no run twice', async () => {
  const model = await loopback({ delay_ms: 50 });
  const { path, measure } = project({
    agents: { desk: agentOf(model) },
    tests: [testOf('first', { runs: 30 })],
  });
  const [worker] = workersIn(path, 1, '--concurrency', '2') as [WorkerProcess];
  const done = (): number => worker.log().filter(({ event }) => event === 'done').length;
  const killed = coordinate(path, engines.flags);
  await until(() => done() >= 5);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stderr).toBe('');
  expect(done()).toBe(30);
  expect(model.stats.requests).toBe(60);
  expect(together.stdout).toBe((await measure()).bytes);
  // The run is over: the same plan is another run now, unless it is named.
  const again = await coordinate(path, [...engines.flags, '--run-id', 'nightly']).ended;
  expect([again.stdout, done()]).toEqual([together.stdout, 60]);
  const named = await coordinate(path, [...engines.flags, '--run-id', 'nightly']).ended;
  expect([named.stdout, done()]).toEqual([together.stdout, 60]);
});

it('says why a worker takes no jobs, and waits for one that can', async () => {
  const model = await loopback();
  const suite = { agents: { desk: agentOf(model) }, tests: [testOf('first')] };
  const here = project(suite);
  const elsewhere = project({ ...suite, tests: [testOf('second')] });
  const [refusing] = workersIn(elsewhere.path, 1) as [WorkerProcess];
  const coordinator = coordinate(here.path, engines.flags);
  await until(() => refusing.log().some(({ event }) => event === 'refused'));
  workersIn(here.path, 1);
  const together = await coordinator.ended;
  expect(together.code).toBe(0);
  expect(refusing.log()).toContainEqual(
    expect.objectContaining({
      event: 'refused',
      why: 'whichtool.yaml differs from that of the coordinator',
    }),
  );
  expect(refusing.log().some(({ event }) => event === 'done')).toBe(false);
});

it('gives jobs back when it is told to end, and serves its state until then', async () => {
  let asked = 0;
  const model = await loopback({
    decide: ({ answer }) => ({
      ...(answer === 1 ? { calls: [{ name: 'right' }] } : { text: 'done' }),
      ...(++asked === 1 ? { delay_ms: 60_000 } : {}),
    }),
  });
  const { path } = project({ agents: { desk: agentOf(model) }, tests: [testOf('first')] });
  const [leaving] = workersIn(path, 1, '--drain', '0', '--metrics-port', '0') as [WorkerProcess];
  const coordinator = coordinate(path, engines.flags);
  await until(() => asked === 1);
  const { address = '' } =
    leaving.log().find(({ event }) => event === 'probes') ?? ({} as { address?: string });
  const probe = async (name: string): Promise<readonly [number, string]> => {
    const answer = await fetch(`${address}${name}`);
    return [answer.status, await answer.text()];
  };
  expect(await probe('/healthz')).toEqual([200, 'ok\n']);
  expect(await probe('/readyz')).toEqual([200, 'ready\n']);
  const [, metrics] = await probe('/metrics');
  expect(metrics).toContain('\nwhichtool_worker_jobs_running 1\n');
  expect(metrics).toContain('\nwhichtool_worker_model_requests_total 1\n');
  expect(await stopWorkers([leaving])).toEqual([0]);
  expect(leaving.log().map(({ event }) => event)).toContain('given back');
  workersIn(path, 1);
  expect((await coordinator.ended).code).toBe(0);
});

/** The results that a worker of this test has kept. */
async function resultsOf({ log }: WorkerProcess): Promise<readonly object[]> {
  const run = log().find(({ event }) => event === 'done')?.run ?? '';
  const client = new Client({ connectionString: engines.postgres.url });
  await client.connect();
  const { rows } = await client.query<object>('SELECT * FROM whichtool_result WHERE run_id = $1', [
    run,
  ]);
  await client.end();
  return rows;
}
