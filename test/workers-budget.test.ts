import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, type Measured, project, testOf } from './support/driving.ts';
import { caseOf, judgeBy, startJudge } from './support/judging.ts';
import { coordinate, type Engines, startEngines, startWorker } from './support/workers.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.remove());

function workersIn(cwd: string, count: number): void {
  const workers = Array.from({ length: count }, () =>
    startWorker(cwd, [...engines.flags, '--concurrency', '2']),
  );
  onTestFinished(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  });
}

const PRICES = { input: 1, output: 1 };
const WORKERS = 2;
const UNDER_WAY = 2 * WORKERS;

it.each<[string, object, readonly string[], number, number]>([
  ['calls of an agent', { budget: { calls: 7 } }, [], 7, 0],
  ['money of an agent', { budget: { cost: 0.0007 }, prices: PRICES }, [], 6, UNDER_WAY - 1],
  ['money of the command', { prices: PRICES }, ['--max-cost', '0.0007'], 6, UNDER_WAY - 1],
])(
  'workers share a budget in %s, and exceed it by what is under way at most',
  async (_, agent, flags, paid, beyond) => {
    // Each answer takes 120 tokens.
    const model = await loopback();
    const { path } = project({
      agents: { desk: agentOf(model, agent) },
      tests: [testOf('first', { runs: 30 })],
    });
    workersIn(path, WORKERS);
    const { code, stdout } = await coordinate(path, [...flags, ...engines.flags]).ended;
    const { tests, issues } = JSON.parse(stdout) as Measured['report'];
    expect([code, tests[0]?.verdict]).toEqual([3, 'error']);
    expect(issues.map((issue) => issue.code)).toContain('BUDGET_SPENT');
    expect(model.requests.length).toBeGreaterThanOrEqual(paid);
    expect(model.requests.length).toBeLessThanOrEqual(paid + beyond);
  },
);

it.each([{ calls: 4 }, { tokens: 15_300 }])(
  'a judge with a budget of %j is asked in the order of the plan, as by one process',
  async (budget) => {
    const judge = await startJudge({
      judge: [{ lean: 'high', usage: { input: 3000, output: 100 } }],
    });
    onTestFinished(() => judge.close());
    const { path, measure } = project(
      {
        judge: judgeBy(judge, { budget, prices: PRICES, max_tokens: 100 }),
        evals: [{ name: 'goal', dataset: 'rows.jsonl', scorers: [{ type: 'goal' }] }],
      },
      { files: { 'rows.jsonl': jsonl(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => caseOf(id))) } },
    );
    const alone = await measure();
    expect(alone.code).toBe(3);
    const asked = await judge.asked();
    rmSync(join(path, '.whichtool'), { recursive: true });
    workersIn(path, WORKERS);
    const together = await coordinate(path, engines.flags).ended;
    expect(together.stdout).toBe(alone.bytes);
    expect(together.code).toBe(3);
    expect(await judge.asked()).toBe(2 * asked);
  },
);
