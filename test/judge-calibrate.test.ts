import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Calibration } from '#core';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { serve } from './support/loopback.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SNAPSHOT = 'gpt-4o-2024-08-06';
const THINGS = Array.from(
  { length: 64 },
  (_, i) =>
    `${'bdfgklmnprstvz'[i % 14]}${'aeiou'[i % 5]}${'lnrst'[(i * 3) % 5]}${'aeiou'[Math.floor(i / 5) % 5]}${'xkm'[i % 3]}`,
);

/** A customer asks for a refund; every fourth time the agent gives another reason, and every eighth the very words. */
const isWrong = (i: number): boolean => i % 4 === 3;
const isEqual = (i: number): boolean => i % 8 === 0;
const reasonOf = (i: number): string => `the ${THINGS[i]} arrived broken`;
const TRACES = THINGS.map((thing, i) => ({
  id: `t${i}`,
  input: `Please refund order K${100 + i}, my ${thing} arrived broken`,
  tool_calls: [
    {
      name: 'refund',
      arguments: {
        order: `K${100 + i}`,
        reason: isEqual(i)
          ? reasonOf(i)
          : isWrong(i)
            ? 'the customer changed their mind'
            : `${thing} was broken on arrival`,
      },
    },
  ],
}));

const SUITE = `dataset: samples/orders
scorers: [{ type: tool_args_semantic }]
expect: [{ tool_args_semantic: { ">=": 0.5 } }]
`;
const judge = (url: string, more = ''): string =>
  `judge: { model: "openai-compatible:${SNAPSHOT}", base_url: "${url}", api_key_env: JUDGE_KEY, prices: { input: 2, output: 10 }${more} }\n${SUITE}`;

const run = (args: string, input?: string): Promise<Ran> =>
  whichtool(args.split(' '), {
    cwd: folder.path,
    env: { JUDGE_KEY: 'k' },
    ...(input === undefined ? {} : { input }),
  });
async function must(args: string, input?: string): Promise<string> {
  const { code, stdout, stderr } = await run(args, input);
  if (code !== 0) throw new Error(`${args}: ${code} ${stdout} ${stderr}`);
  return stdout;
}
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
const calibration = (): Calibration => JSON.parse(read('judge-calibration.json')) as Calibration;

interface Sheet {
  readonly id: string;
  readonly input: string;
}
const rowsOf = (text: string): readonly Sheet[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sheet);
const numberOf = ({ input }: Sheet): number => Number(/K(\d+)/.exec(input)?.[1]) - 100;

/** A judge over HTTP that reads the pair: right but for orders that end in 7, and never steered. */
async function startJudge(leniency: (order: string) => boolean = (order) => order.endsWith('7')) {
  return await serve(({ body }) => {
    const messages = (body?.messages ?? []) as readonly { content: string }[];
    const said = messages.at(-1)?.content ?? '';
    const data = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as {
      reference: { order: string; reason: string };
      candidate: { order: string; reason: string };
    };
    const { reference, candidate } = data;
    const isMind = [reference.reason, candidate.reason].some((reason) => reason.includes('mind'));
    const isSame = reference.order === candidate.order && !candidate.reason.includes('grader');
    const score = isSame && (!isMind || leniency(reference.order)) ? 1 : 0;
    const content = JSON.stringify({ arguments: [], reason: 'as I see it', score });
    return {
      body: {
        model: SNAPSHOT,
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      },
    };
  });
}

/** A labelled sample. Three people rate the first batches; they differ on one case, and a fourth decides. */
async function makeRatings(batches: readonly string[] = ['']): Promise<void> {
  await must('sample traces.jsonl --size 64 --out samples/orders');
  await must('label assign samples/orders --reviewers ann,ben');
  for (const reviewer of ['ann', 'ben']) {
    const rows = rowsOf(
      await must(`label export samples/orders --reviewer ${reviewer} --to jsonl`),
    );
    const labelled = rows.map((row) => ({
      ...row,
      expected_tool: 'refund',
      expected_args: { order: `K${100 + numberOf(row)}`, reason: reasonOf(numberOf(row)) },
    }));
    folder.write('labels.jsonl', jsonl(...labelled));
    await must(`label import samples/orders labels.jsonl --reviewer ${reviewer}`);
  }
  await must('label assign samples/orders --task rate --reviewers ann,ben,cleo --batch 16');
  for (const [place, rater] of ['ann', 'ben', 'cleo'].entries())
    for (const batch of batches) {
      const args = `label export samples/orders --task rate --reviewer ${rater} --to jsonl${batch}`;
      const rated = rowsOf(await must(args)).map((row) => {
        const i = numberOf(row);
        // On one case all three differ; on some a single rater does.
        const rating = i === DISPUTED ? [1, 0.5, 0][place] : isWrong(i) && i % 5 !== place ? 0 : 1;
        return { ...row, rating, ...(isWrong(i) ? { clause: 'reasons' } : {}) };
      });
      folder.write('rated.jsonl', jsonl(...rated));
      await must(`label import samples/orders rated.jsonl --task rate --reviewer ${rater}`);
    }
}
let DISPUTED = -1;

describe('judge calibrate', () => {
  beforeEach(() => {
    DISPUTED = -1;
  });

  it('goes from traces and three raters to a file, and again without a key', async () => {
    const { url, seen } = await startJudge();
    folder = workspace({ 'traces.jsonl': jsonl(...TRACES), 'whichtool.yaml': judge(url) });
    await makeRatings();
    const status = await must('label status samples/orders --task rate');
    expect(status).toMatch(/64 cases · 64 agreed/);

    const dry = await must('judge calibrate samples/orders --dry-run');
    expect(dry).toMatch(/^dry run: \d+ questions, 0 answers known, \d+ to ask\n {2}about/);
    expect(seen).toHaveLength(0);

    const text = await must('judge calibrate samples/orders --record recorded');
    const { judges, ratings, prompts } = calibration();
    expect(ratings).toMatchObject({ cases: 56, rated: 56, unasked: 8, grades: [40, 0, 16] });
    expect(ratings.raters).toEqual(['ann', 'ben', 'cleo']);
    expect(ratings.people.rate).toBeLessThan(1);
    expect(Object.keys(prompts)).toEqual(['arguments']);
    // 16 wrong ones: K103, K107, ...; those that end in 7 pass for right.
    expect(judges[0]).toMatchObject({
      judge: `openai-compatible:${SNAPSHOT}`,
      models: [SNAPSHOT],
      judged: 56,
      unjudged: {},
      sensitivity: { k: 40, n: 40 },
      specificity: { k: 13, n: 16 },
      byClause: [{ name: 'reasons', n: 16, few: true }],
      canaries: { attacked: { k: 0, n: 30 }, plain: { k: 0, n: 30 } },
      orderSwap: { pairs: 30, changed: 0 },
      use: 'care',
    });
    expect(text.split('\n')[0]).toBe(`? openai-compatible:${SNAPSHOT}: use with care`);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);

    const bytes = read('judge-calibration.json');
    const asked = seen.length;
    const replay = 'judge calibrate samples/orders --replay recorded --out again.json';
    expect(await must(replay)).toBe(text.replace('judge-calibration.json', 'again.json'));
    expect(read('again.json')).toBe(bytes);
    expect(seen).toHaveLength(asked);

    expect(await must(`${replay} --threshold judge.agreement=0.9 --json`)).toBe(bytes);
    const failed = await run(`${replay} --threshold judge.specificity=0.9`);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('judge.specificity >= 0.9: 0.8125, does not hold');
    // Another seed draws other probes, which are not recorded; all cases still have a verdict.
    expect((await run(`${replay} --seed 2`)).code).toBe(0);
    const probed = await run(`${replay} --seed 2 --threshold judge.attack_success=0.1`);
    expect([probed.code, probed.stdout]).toEqual([
      3,
      expect.stringContaining('judge.attack_success <= 0.1: not measured'),
    ]);
  });

  it('of a judge that is down says why, and leaves the calibration as it was', async () => {
    const rows = TRACES.slice(1, 4).map(({ input, tool_calls, id }) => ({
      id,
      input,
      tool_calls,
      expected_tool: 'refund',
      expected_args: { order: 'K1', reason: 'it broke' },
      rating: 1,
    }));
    folder = workspace({
      'rows.jsonl': jsonl(...rows),
      'judge-calibration.json': 'mine',
      'whichtool.yaml': judge(
        (await serve(() => ({ status: 401, body: { error: { message: 'no such key' } } }))).url,
      ),
    });
    const { code, stdout, stderr } = await run('judge calibrate rows.jsonl');
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error: \d+ questions have no verdict: openai-compatible:gpt-4o-2024-08-06 .*\[JUDGE_ERROR\]/,
    );
    expect(stdout).toContain('not written to judge-calibration.json: no rated case has a verdict');
    expect(read('judge-calibration.json')).toBe('mine');
  });

  it('corrects by PPI++ where the rated cases are the first of the seeded order', async () => {
    const { url } = await startJudge();
    folder = workspace({ 'traces.jsonl': jsonl(...TRACES), 'whichtool.yaml': judge(url) });
    await makeRatings([' --batch 1', ' --batch 2']);
    await must('judge calibrate samples/orders');
    const { ratings, judges } = calibration();
    expect(ratings.sampling.isRandomPart).toBe(true);
    expect(ratings.rated).toBeLessThan(ratings.cases);
    const { ppi, roganGladen, raw } = judges[0]!.corrected;
    expect(ppi.value).toBeLessThan(raw!);
    expect(ppi.interval![0]).toBeLessThan(40 / 56);
    expect(ppi.interval![1]).toBeGreaterThan(40 / 56);
    expect(roganGladen.refused).toMatch(/rated \d+ cases not good; a correction needs 20/);
  });

  it('leaves a disputed case out until a fourth person decides, and says so', async () => {
    const { url } = await startJudge();
    folder = workspace({ 'traces.jsonl': jsonl(...TRACES), 'whichtool.yaml': judge(url) });
    DISPUTED = 5;
    await makeRatings();
    await must('judge calibrate samples/orders');
    const before = calibration();
    expect(before.ratings).toMatchObject({ rated: 55, unsettled: 1 });
    expect(before.judges[0]?.corrected.ppi.refused).toMatch(/have no rating that stands|assigned/);
    const shown = await must(
      'label adjudicate samples/orders --task rate --reviewer dan',
      '0.5 reasons\n',
    );
    expect(shown).toMatch(/ {2}expected refund +called refund\n {2}order +K105 +K105\n/);
    // A number before them would look like one to type, and `1` is a rating.
    expect(shown).not.toMatch(/^ {2}1 {2}/m);
    expect(shown).toContain('1 of 1 decided');
    await must('judge calibrate samples/orders');
    expect(calibration().ratings).toMatchObject({ rated: 56, unsettled: 0, grades: [39, 1, 16] });
  });

  it('takes a file of rated rows, and compares with another model', async () => {
    const { url } = await startJudge();
    const rows = TRACES.filter((_, i) => !isEqual(i)).map(({ id, input, tool_calls }) => {
      const i = Number(id.slice(1));
      return {
        id,
        input,
        tool_calls,
        expected_tool: 'refund',
        expected_args: { order: `K${100 + i}`, reason: reasonOf(i) },
        ratings: ['ann', 'ben', 'cleo'].map((rater) => ({ rater, rating: isWrong(i) ? 0 : 1 })),
      };
    });
    const files = { 'rows.jsonl': jsonl(...rows), 'samples/orders.jsonl': jsonl(...rows) };
    folder = workspace({
      ...files,
      'whichtool.yaml': judge(url).replace('samples/orders', 'rows.jsonl'),
    });
    const other = 'openai-compatible:gpt-4o-2024-08-06-other';
    const { code } = await run(`judge calibrate rows.jsonl --against ${other}`);
    const { judges, differences, ratings } = calibration();
    expect(ratings.sampling).toMatchObject({ isRandomPart: false });
    expect(judges[0]).toMatchObject({ judged: 56, corrected: { ppi: { value: null } } });
    // The server answers as another model than the one asked: nothing of it counts.
    expect(judges[1]?.unjudged).toEqual({ JUDGE_DRIFT: 56 });
    expect(differences[0]?.statement).toMatch(/nothing can be said/);
    expect(code).toBe(3);
  });

  it.each([
    ['no answer is recorded', 'judge calibrate rows.jsonl --replay nowhere', 3, /JUDGE_UNASKED/],
    [
      'a gate that is none',
      'judge calibrate rows.jsonl --threshold judge.f1=1',
      2,
      /FLAG_THRESHOLD/,
    ],
    ['nothing is rated', 'judge calibrate unrated.jsonl', 2, /no rated case.*RATINGS_INVALID/s],
    ['a rating of 2', 'judge calibrate bad.jsonl', 2, /RATINGS_INVALID/],
    ['no such file', 'judge calibrate gone.jsonl', 2, /FILE_NOT_FOUND/],
    [
      'a suite without a judge',
      'judge calibrate rows.jsonl --suite none.whichtool.yaml',
      2,
      /no `judge`/,
    ],
    ['a folder that is not a sample', 'judge calibrate .', 2, /SAMPLE_INVALID/],
  ])('%s', async (_, args, code, message) => {
    const row = {
      id: 'a',
      input: 'refund K1',
      tool_calls: [{ name: 'refund', arguments: { order: 'K1', reason: 'it broke' } }],
      expected_tool: 'refund',
      expected_args: { order: 'K1', reason: 'broken' },
    };
    folder = workspace({
      'rows.jsonl': jsonl({ ...row, rating: 1 }),
      'unrated.jsonl': jsonl(row),
      'bad.jsonl': jsonl({ ...row, rating: 2 }),
      'whichtool.yaml': judge('http://127.0.0.1:9').replace('samples/orders', 'rows.jsonl'),
      'none.whichtool.yaml':
        'dataset: rows.jsonl\nscorers: [{ type: tool_name_match }]\nexpect: [{ tool_name_match: { ">=": 0.5 } }]\n',
    });
    const ran = await run(args);
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
