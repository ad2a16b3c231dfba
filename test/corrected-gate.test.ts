import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Calibration, EvalReport, Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { serve } from './support/loopback.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SNAPSHOT = 'gpt-4o-2024-08-06';

/** A run whose answer the judge finds good, or not. */
function row(id: string, isGood: boolean, more: object = {}): object {
  const input = `cancel order ${id}`;
  const output = isGood ? `${id} is cancelled` : `${id} is zork`;
  return { id, input, trace: { input, tool_calls: [], output }, ...more };
}

function rows(good: number, others: number, more: object = {}): readonly object[] {
  return Array.from({ length: good + others }, (_, i) => row(`c${i}`, i < good, more));
}

/** People call 40 of 60 runs good. The judge finds 38 of them, and 18 of the 20 others: 95/90 on 40+20. */
const RATED = [
  ...rows(38, 2, { goal: true, rating: 1 }),
  ...rows(2, 18, { goal: true, rating: 0 }),
].map((one, i) => ({ ...one, id: `r${i}` }));

function suiteOf(url: string, gate: string, more = ''): string {
  const judge = `{ model: "openai-compatible:${SNAPSHOT}", base_url: "${url}", api_key_env: JUDGE_KEY, calibration: judge-calibration.json${more} }`;
  const one = (name: string): string =>
    `  - { name: ${name}, dataset: rows.jsonl, scorers: [{ type: goal }], expect: [{ goal.achieved: ${gate} }] }\n`;
  return `judge: ${judge}\nevals:\n${one('orders')}${one('again')}`;
}

const startJudge = (): ReturnType<typeof serve> =>
  serve(({ body }) => {
    const said = JSON.stringify(body?.messages);
    const content = JSON.stringify({
      reason: 'I read it',
      achieved: !/zork|grader: this was/.test(said),
    });
    const message = { role: 'assistant', content };
    const usage = { prompt_tokens: 100, completion_tokens: 10 };
    return { body: { model: SNAPSHOT, choices: [{ finish_reason: 'stop', message }], usage } };
  });

const run = (args: string): Promise<Ran> =>
  whichtool(args.split(' '), { cwd: folder.path, env: { JUDGE_KEY: 'k' } });
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
const report = (name: string): Report => JSON.parse(read(name)) as Report;
const first = ({ stdout }: Ran): EvalReport => (JSON.parse(stdout) as Report).evals[0]!;

/** 95 of 100 runs are judged good, and the judge is calibrated. */
async function start(gate: string, rated: readonly object[] = RATED): Promise<string> {
  const { url } = await startJudge();
  folder = workspace({
    'rows.jsonl': jsonl(...rows(95, 5)),
    'rated.jsonl': jsonl(...rated),
    'whichtool.yaml': suiteOf(url, gate),
  });
  const { code, stdout, stderr } = await run('judge calibrate rated.jsonl --record recorded');
  if (code !== 0) throw new Error(`${code} ${stdout} ${stderr}`);
  return url;
}

/*
 * Rogan-Gladen: (0.95 + 0.9 - 1) / 0.85 = 1. Its variance is 0.95 * 0.05 / 100 + 0.95 * 0.05 / 40 = 0.0016625, the error
 * sqrt(0.0016625) / 0.85 = 0.047969, and the lower limit 1 - 1.959964 * 0.047969 = 0.905982.
 */
const NOTE = 'raw 0.95, corrected 1 (0.9059-1) by Rogan-Gladen';

/*
 * Reweighted: (0.875 + 0.9 - 1) / 0.85 = 0.911765. As many equal cases would say as much as 0.875 * 0.125 * 160^2 / 66.25
 * = 42.2642, where 66.25 is the sum of w^2 (x - 0.875)^2: 80 * 0.125^2 + 16 (15 * 0.125^2 + 5 * 0.875^2). (Kish: 64.)
 * Its variance is 0.109375 / 42.2642 + 0.911765^2 * 0.0475 / 40 + 0.088235^2 * 0.09 / 20 = 0.003610, the error
 * sqrt(0.003610) / 0.85 = 0.070687, and the lower limit 0.911765 - 1.959964 * 0.070687 = 0.773220.
 */

describe('a gate on a corrected share', () => {
  it('passes by the lower limit, fails by the raw share, and is open between them', async () => {
    const url = await start('{ ">=": 0.9, corrected: true }');
    const passed = await run('run --json');
    expect(passed.code).toBe(0);
    expect(first(passed).gates).toEqual([
      {
        metric: 'goal.achieved',
        op: '>=',
        value: 0.9,
        observed: 0.95,
        pass: true,
        source: 'suite',
        outcome: 'pass',
        unit: 'ratio',
        certify: false,
        interval: [0.8882, 0.9785],
        note: NOTE,
        corrected: {
          value: 1,
          interval: [0.9059, 1],
          error: 0.047969,
          refused: null,
          method: 'rogan_gladen',
        },
        judged: true,
      },
    ]);
    folder.write('whichtool.yaml', suiteOf(url, '{ ">=": 0.92, corrected: true }'));
    const open = await run('run --json');
    expect([open.code, first(open).gates[0]]).toEqual([
      5,
      expect.objectContaining({
        outcome: 'inconclusive',
        note: `${NOTE}; its lower limit must be >= 0.92`,
      }),
    ]);
    folder.write('whichtool.yaml', suiteOf(url, '{ ">=": 0.96, corrected: true }'));
    expect((await run('run')).code).toBe(1);
  });

  it('is about the population where the share is reweighted, by either name', async () => {
    const url = await start('{ ">=": 0.9, corrected: true }');
    // 80 good runs that represent one each; 15 good and 5 others that represent four each: 140 of 160 are good.
    const drawn = [
      ...rows(80, 0, { weight: 1 }),
      ...rows(15, 5, { weight: 4 }).map((one, i) => ({ ...one, id: `w${i}` })),
    ];
    folder.write('rows.jsonl', jsonl(...drawn));
    const suite = (metric: string, value: number, weights: string): void => {
      const gate = `{ ">=": ${value}, corrected: true }`;
      folder.write(
        'whichtool.yaml',
        suiteOf(url, gate)
          .replaceAll('goal.achieved', metric)
          .replaceAll('dataset: rows.jsonl,', `dataset: rows.jsonl, weights: ${weights},`),
      );
    };
    for (const [metric, weights] of [
      ['weighted.goal.achieved', 'none'],
      ['goal.achieved', 'weight'],
    ] as const) {
      suite(metric, 0.77, weights);
      const passed = await run('run --json');
      expect([metric, passed.code, first(passed).gates[0]]).toEqual([
        metric,
        0,
        expect.objectContaining({
          metric,
          observed: 0.875,
          outcome: 'pass',
          note: 'raw 0.875, corrected 0.9118 (0.7732-1) by Rogan-Gladen',
          judged: true,
        }),
      ]);
      suite(metric, 0.78, weights);
      const open = await run('run');
      expect([open.code, open.stdout]).toEqual([5, expect.stringContaining('(0.7732-1)')]);
      suite(metric, 0.88, weights);
      expect((await run('run')).code).toBe(1);
    }
    // The rows as they are: 95 of 100, as without weights.
    suite('raw.goal.achieved', 0.9, 'weight');
    const raw = await run('run --json');
    expect([raw.code, first(raw).gates[0]?.note]).toEqual([0, NOTE]);
  });

  it('is the same in a replay, from shards and from a saved report, and in every output', async () => {
    await start('{ ">=": 0.92, corrected: true }');
    const sinks = ['json', 'html', 'markdown', 'junit', 'csv', 'jsonl', 'github'];
    const named = sinks.flatMap((name) => ['--reporter', `${name}=out.${name}`]).join(' ');
    expect((await run(`run --record recorded ${named} --reporter terminal=out.txt`)).code).toBe(5);
    for (const name of ['txt', 'html', 'markdown', 'junit', 'jsonl', 'github'])
      expect([name, read(`out.${name}`).replaceAll(/\s*\n\s*(?:│ +)?/g, ' ')]).toEqual([
        name,
        expect.stringContaining('corrected 1 (0.9059-1)'),
      ]);
    const [header = '', cells = ''] = read('out.csv').split('\n');
    expect(header).toMatch(/,judged,corrected,corrected_low,corrected_high(?:,|$)/);
    expect(cells).toMatch(/,yes,1,0.9059,1(?:,|$)/);

    const plain = (name: string): object => ({ ...report(name), timing: {} });
    expect((await run('run --replay recorded --reporter json=again.json')).code).toBe(5);
    expect(plain('again.json')).toEqual(plain('out.json'));
    for (const i of [1, 2])
      await run(`run --replay recorded --shard ${i}/2 --reporter json=shard-${i}.json`);
    const merged = await run('merge-reports shard-1.json shard-2.json --json');
    expect(merged.code).toBe(5);
    expect(merged.stdout).toBe(`${JSON.stringify(plain('out.json'), null, 2)}\n`);
    const shown = await run('report out.json --reporter markdown');
    expect([shown.code, shown.stdout]).toEqual([5, read('out.markdown')]);
  });

  it('is not measured where the calibration is of another guide, judge or kind', async () => {
    const url = await start('{ ">=": 0.5, corrected: true }');
    folder.write('whichtool.yaml', suiteOf(url, '{ ">=": 0.5, corrected: true }', ', guide: New.'));
    const stale = await run('run --json');
    expect([stale.code, first(stale).gates[0]?.note]).toEqual([
      3,
      'raw 0.95, not corrected: the calibration is of another judge, prompt or guide',
    ]);
    folder.write(
      'whichtool.yaml',
      suiteOf(url, '{ ">=": 0.96, corrected: true }', ', guide: New.'),
    );
    expect((await run('run')).code).toBe(1);

    const made = JSON.parse(read('judge-calibration.json')) as Calibration;
    const other = { ...made, prompts: { answer: made.prompts.goal } };
    folder.write('judge-calibration.json', JSON.stringify(other));
    folder.write('whichtool.yaml', suiteOf(url, '{ ">=": 0.5, corrected: true }'));
    const none = await run('run --json');
    expect([none.code, first(none).gates[0]?.note]).toEqual([
      3,
      'raw 0.95, not corrected: the calibration has no rated goals',
    ]);
  });

  it('is not measured where people rated too few of a class', async () => {
    await start('{ ">=": 0.5, corrected: true }', RATED.slice(0, 59));
    const few = await run('run --json');
    expect([few.code, first(few).gates[0]?.note]).toEqual([
      3,
      'raw 0.95, not corrected: people rated 19 cases not good; a correction needs 20',
    ]);
  });

  it('is refused before anything is asked where nothing can correct it', async () => {
    folder = workspace({
      'rows.jsonl': jsonl(...rows(1, 0)),
      'whichtool.yaml':
        'judge: { model: "openai:gpt-4o-2024-08-06" }\ndataset: rows.jsonl\nscorers: [{ type: goal }]\nexpect: [{ goal.achieved: { ">=": 0.9, corrected: true } }]\n',
    });
    for (const command of ['validate', 'run']) {
      const { code, stdout, stderr } = await run(command);
      expect([code, stdout + stderr]).toEqual([
        2,
        expect.stringContaining(
          'whichtool.yaml:4:40 corrected needs a calibration of the judge [SUITE_CORRECTED]',
        ),
      ]);
    }
  });
});
