// Workers: throughput by their number, the memory of a coordinator by its jobs, and what one Redis can hand out.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { createJiti } from 'jiti';
import { Client } from 'pg';
import { CLI, DATA } from './places.mjs';
import { atLeast, atMost, atMostTimes } from './row.mjs';
import { startLoopbackModel } from '../test/loopback-model/server.mjs';

const JOB_MS = 50;
const SLOTS = 4;

export async function measureWorkers({ quick }) {
  const { startPostgres, startRedis } = await createJiti(import.meta.url).import(
    '../test/support/engines.ts',
  );
  const folder = join(DATA, 'workers');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
  writeFileSync(join(folder, 'tools.json'), JSON.stringify([{ server: 's', ...tool }]));
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  const engines = { redis: redis.url, postgres: postgres.url };
  const model = await startLoopbackModel({
    keeps: false,
    decide: () => ({ calls: [{ name: 'look' }] }),
    delay_ms: JOB_MS,
  });
  try {
    // Long enough that the code of the processes is compiled.
    const perWorker = quick ? 150 : 1000;
    const one = await throughput(folder, engines, model, 1, perWorker);
    const four = await throughput(folder, engines, model, 4, 4 * perWorker);
    const [few, many] = quick ? [1000, 20_000] : [1000, 1_000_000];
    const small = await coordinatorPeak(folder, engines, model, few);
    const large = await coordinatorPeak(folder, engines, model, many);
    return [
      atLeast(`one worker of ${SLOTS} slots, jobs of ${JOB_MS} ms`, one.rate, 'jobs/s', null),
      atLeast(`four workers of ${SLOTS} slots, jobs of ${JOB_MS} ms`, four.rate, 'jobs/s', null),
      atLeast('four workers / four times one worker', four.rate / (4 * one.rate), 'x', 0.9),
      atMost('CPU of the four workers for a job, start included', four.workerMs, 'ms', null),
      atMost('CPU of the coordinator for a job, start included', four.coordinatorMs, 'ms', null),
      atMost(`coordinator, peak memory with ${few} jobs listed and queued`, small, 'MB', null),
      atMostTimes(
        `coordinator, peak memory with ${many} jobs / ${few} jobs`,
        large,
        small,
        'MB',
        1.5,
      ),
      atLeast(
        'jobs that do nothing, one Redis',
        await handOut(redis.url, quick ? 5000 : 20_000),
        'jobs/s',
        null,
      ),
    ];
  } finally {
    await model.close();
    await Promise.all([redis.remove(), postgres.remove()]);
  }
}

function writeSuite(folder, model, runs) {
  const suite = {
    agents: {
      desk: {
        model: 'openai-compatible:m',
        base_url: model.baseUrls['openai-compatible'],
        catalog: 'tools.json',
        tools: 'select',
      },
    },
    tests: [
      {
        name: 'looks',
        agent: 'desk',
        prompt: 'look',
        runs,
        function_call_coverage: { function_calls: ['look'] },
      },
    ],
  };
  writeFileSync(join(folder, 'whichtool.yaml'), JSON.stringify(suite));
}

function start(folder, args) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = new Promise((done) => child.on('close', done));
  return { child, ended, text: () => text };
}

const flagsOf = ({ redis, postgres }) => ['--queue', redis, '--store', postgres];

/** Results per second, without the first and the last tenth: there not all slots are in use; and CPU per job. */
async function throughput(folder, engines, model, count, jobs) {
  writeSuite(folder, model, jobs);
  const args = ['worker', ...flagsOf(engines), '--concurrency', String(SLOTS), '--log', 'json'];
  const workers = Array.from({ length: count }, () => start(folder, args));
  while (!workers.every(({ text }) => text().includes('"started"'))) await wait(50);
  const coordinator = start(folder, ['run', '--no-history', ...flagsOf(engines)]);
  let coordinatorMs = 0;
  const watched = setInterval(() => (coordinatorMs = cpuOf(coordinator) ?? coordinatorMs), 100);
  await coordinator.ended;
  clearInterval(watched);
  const workerMs = workers.reduce((sum, worker) => sum + (cpuOf(worker) ?? 0), 0);
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.ended));
  const times = workers
    .flatMap(({ text }) => text().split('\n'))
    .filter((line) => line.includes('"event":"done"'))
    .map((line) => Date.parse(JSON.parse(line).time))
    .sort((a, b) => a - b);
  if (times.length !== jobs) throw new Error(`${times.length} of ${jobs} jobs were done`);
  const [from, to] = [Math.floor(jobs / 10), Math.floor((9 * jobs) / 10)];
  return {
    rate: ((to - from) * 1000) / (times[to] - times[from]),
    workerMs: workerMs / jobs,
    coordinatorMs: coordinatorMs / jobs,
  };
}

/** The milliseconds of CPU that a process took so far; null where it has ended. */
function cpuOf({ child }) {
  try {
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Clock ticks of 10 ms, in programs and in the system.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** The most memory of a coordinator that has listed all jobs and queued the first; no worker takes them. */
async function coordinatorPeak(folder, engines, model, jobs) {
  writeSuite(folder, model, jobs);
  const client = new Client({ connectionString: engines.postgres });
  await client.connect();
  const { child, ended } = start(folder, ['run', '--no-history', ...flagsOf(engines)]);
  for (let isListed = false; !isListed;) {
    await wait(500);
    const { rowCount } = await client.query(
      'SELECT 1 FROM whichtool_run WHERE is_finished = 0 AND jobs = $1',
      [jobs],
    );
    isListed = rowCount > 0;
  }
  await client.end();
  // Long enough to queue the first jobs and to look at them several times.
  await wait(3000);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.kill('SIGKILL');
  await ended;
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024;
}

/** Jobs that BullMQ hands out and completes per second, with 4 workers of 50 slots in this process. */
async function handOut(url, jobs) {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue('bench', { connection });
  const all = Array.from({ length: jobs }, (_, index) => ({
    name: 'job',
    data: { run: 'bench', place: index },
    opts: { jobId: `p${index}`, removeOnComplete: true },
  }));
  for (let first = 0; first < jobs; first += 1000)
    await queue.addBulk(all.slice(first, first + 1000));
  let done = 0;
  const began = performance.now();
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const count = async () => {
    done += 1;
    if (done === jobs) finish();
  };
  const workers = Array.from(
    { length: 4 },
    () => new Worker('bench', count, { connection, concurrency: 50 }),
  );
  await finished;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(workers.map((worker) => worker.close()));
  await queue.close();
  connection.disconnect();
  return jobs / seconds;
}
