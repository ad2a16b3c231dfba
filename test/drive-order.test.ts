import { describe, expect, it } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, loopback, project, testOf } from './support/driving.ts';
import { seeded } from './support/kill.ts';

const ROWS = 6;

/** Tests and rows that pass, fail, err and are called by several models, with answers that come in any order. */
async function crowd(seed: number | null): Promise<ReturnType<typeof project>> {
  const random = seeded(seed ?? 0);
  const model = await loopback({
    models: ['m', 'm2'],
    decide: ({ user, answer }) => ({
      delay_ms: seed === null ? 0 : Math.floor(20 * random()),
      ...(answer > 1
        ? { text: 'done' }
        : { calls: [{ name: user.includes('trick') ? 'wrong' : 'right', arguments: { user } }] }),
    }),
  });
  const gone = agentOf(model, { model: 'openai-compatible:gone' });
  return project(
    {
      agents: {
        desk: agentOf(model, {
          model: undefined,
          models: ['openai-compatible:m', 'openai-compatible:m2'],
        }),
        gone,
        crashing: { command: [process.execPath, '-e', 'process.exit(7)'] },
      },
      tests: [
        testOf('plain', { runs: 3 }),
        testOf('trick', { runs: 2 }),
        testOf('decided', { runs: 8, stop: 'decided', prompt: 'a trick' }),
        testOf('never', { agent: 'gone', runs: 3 }),
        testOf('neither', { agent: 'gone' }),
        testOf('nor this', { agent: 'gone' }),
        testOf('crash', { agent: 'crashing', runs: 2 }),
      ],
      evals: [
        {
          name: 'rows',
          agent: 'desk',
          dataset: 'rows.jsonl',
          runs: 2,
          scorers: [{ type: 'tool_name_match' }],
          expect: [{ tool_name_match: { '>=': 0.9 } }],
        },
      ],
    },
    {
      files: {
        'rows.jsonl': jsonl(
          ...Array.from({ length: ROWS }, (_, index) => ({
            id: `row ${index}`,
            input: index % 5 === 0 ? `a trick, ${index}` : `plain, ${index}`,
            expected_tool: 'right',
          })),
        ),
      },
    },
  );
}

/** Without the address of the model, which is another one each time. */
const comparable = (bytes: string): string => bytes.replaceAll(/"sha256": "\w+"/g, '"sha256": ""');

describe('the report', () => {
  it('is the same however many runs are under way at once, in whatever order they end', async () => {
    const one = await (await crowd(null)).measure('--concurrency', '1');
    expect([one.code, one.stderr]).toEqual([1, '']);
    expect(one.report.tests.map(({ name, verdict, runs }) => [name, verdict, runs])).toEqual([
      ['plain (openai-compatible:m)', 'pass', 3],
      ['plain (openai-compatible:m2)', 'pass', 3],
      ['trick (openai-compatible:m)', 'fail', 2],
      ['trick (openai-compatible:m2)', 'fail', 2],
      ['decided (openai-compatible:m)', 'fail', 1],
      ['decided (openai-compatible:m2)', 'fail', 1],
      ['never', 'error', 0],
      ['neither', 'error', 0],
      ['nor this', 'error', 0],
      ['crash', 'error', 0],
    ]);
    for (const [concurrency, seed] of [
      ['16', 1],
      ['5', 2],
    ] as const) {
      const other = await (await crowd(seed)).measure('--concurrency', concurrency);
      expect(comparable(other.bytes)).toBe(comparable(one.bytes));
    }
  });

  it('of shards that are driven at once into one folder is that of the whole', async () => {
    const own = await crowd(null);
    const whole = await own.measure('--record', 'whole');
    const parts = await Promise.all(
      [1, 2, 3].map(async (shard) => {
        const part = await own.measure('--record', 'parts', '--shard', `${shard}/3`);
        own.write(`part-${shard}.json`, part.bytes);
        return `part-${shard}.json`;
      }),
    );
    const merged = await own.run('merge-reports', ...parts.reverse());
    const renamed = (bytes: string): string => bytes.replaceAll(/parts(?=[/"])/g, 'whole');
    expect(renamed(merged.stdout)).toBe(whole.bytes);
    expect(renamed((await own.measure('--replay', 'parts')).bytes)).toBe(
      (await own.measure('--replay', 'whole')).bytes,
    );
  });
});
