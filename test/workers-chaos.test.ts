import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project } from './support/driving.ts';
import { isFull } from './support/full.ts';
import {
  coordinate,
  mostWithin,
  startEngines,
  startWorker,
  stopWorkers,
  until,
  type WorkerProcess,
} from './support/workers.ts';

const CASES = isFull ? 500 : 60;
const PER_SECOND = isFull ? 60 : 30;

it(
  'gives the report of one process though a worker, Redis and PostgreSQL are killed',
  { timeout: 300_000 },
  async () => {
    const engines = await startEngines();
    onTestFinished(() => engines.remove());
    let hasFaults = false;
    const model = await loopback({
      // Every third case is wrong, so that the report has something to say.
      decide: ({ answer, user }) =>
        answer > 1
          ? { text: 'done' }
          : { calls: [{ name: Number(/\d+/.exec(user)?.[0]) % 3 === 0 ? 'wrong' : 'right' }] },
      fault: (request) => {
        if (!hasFaults) return null;
        if (request % 20 === 0) return { status: 429, retry_after: 1 };
        return request % 50 === 7 ? { status: 500 } : null;
      },
    });
    const rows = Array.from({ length: CASES }, (_, index) => ({
      id: `case ${index}`,
      input: `order ${index}`,
      expected_tool: 'right',
    }));
    const { path, measure } = project(
      {
        agents: { desk: agentOf(model, { limits: { requests_per_second: PER_SECOND } }) },
        evals: [
          {
            name: 'orders',
            dataset: 'rows.jsonl',
            agent: 'desk',
            scorers: [{ type: 'tool_name_match' }],
          },
        ],
      },
      { files: { 'rows.jsonl': jsonl(...rows) } },
    );
    const alone = await measure('--concurrency', '30');
    hasFaults = true;
    const worker = (): WorkerProcess => {
      const started = startWorker(path, [...engines.flags, '--lease', '2']);
      onTestFinished(() => void started.child.kill('SIGKILL'));
      return started;
    };
    const workers = [worker(), worker(), worker()];
    const events = (name: string) =>
      workers.flatMap((one) => one.log().filter(({ event }) => event === name));
    const isDone = (share: number) => (): boolean => events('done').length >= share * CASES;
    const coordinator = coordinate(path, engines.flags);
    await until(isDone(1 / 4));
    workers[0]?.child.kill('SIGKILL');
    workers.push(worker());
    await until(isDone(1 / 2));
    await engines.redis.kill();
    await engines.redis.start();
    await until(isDone(3 / 4));
    await engines.postgres.kill();
    await engines.postgres.start();
    const together = await coordinator.ended;
    expect(together.stdout).toBe(alone.bytes);
    expect(together.code).toBe(alone.code);
    // Each case once, and by the first who had it.
    const client = new Client({ connectionString: engines.postgres.url });
    await client.connect();
    const { rows: kept } = await client.query<{ case_id: string }>(
      'SELECT case_id FROM whichtool_result',
    );
    await client.end();
    expect(kept.map(({ case_id }) => JSON.parse(case_id) as string).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    expect(
      mostWithin(
        events('request').map(({ at = 0 }) => at),
        1000,
      ),
    ).toBeLessThanOrEqual(PER_SECOND);
    expect(events('paused').length).toBeGreaterThan(0);
    expect(await stopWorkers(workers.slice(1))).toEqual([0, 0, 0]);
  },
);
