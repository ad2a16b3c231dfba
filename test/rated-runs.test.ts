import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Calibration, Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { serve } from './support/loopback.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SNAPSHOT = 'gpt-4o-2024-08-06';
const RUBRIC = {
  answer: { rubric: 'Says what was done.', must: ['Agrees with the results.'] },
};

/** Every third answer is wrong; the judge misses one of those. */
const TRACES = Array.from({ length: 60 }, (_, i) => ({
  id: `t${i}`,
  input: `cancel the order ${THING(i)} now`,
  tool_calls: [{ name: 'cancel', arguments: { order: THING(i) }, result: `done ${THING(i)}` }],
  output: i % 3 === 0 ? `${THING(i)} is zork` : `${THING(i)} is cancelled`,
}));
function THING(i: number): string {
  return `${'bdfgklmnpr'[i % 10]}${'aeiou'[i % 5]}${'lnrstx'[Math.floor(i / 10)]}o`;
}

const run = (args: string): Promise<Ran> =>
  whichtool(args.split(' '), { cwd: folder.path, env: { JUDGE_KEY: 'k' } });
async function must(args: string): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  if (code !== 0) throw new Error(`${args}: ${code} ${stdout} ${stderr}`);
  return stdout;
}
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
const calibration = (): Calibration => JSON.parse(read('judge-calibration.json')) as Calibration;

interface Sheet {
  readonly id: string;
  readonly question: { readonly run: { readonly output: string } };
}
const rowsOf = (text: string): readonly Sheet[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Sheet);
const isWrong = ({ question }: Sheet): boolean => question.run.output.includes('zork');

/** Three people rate what is on their sheets. */
async function rate(task: string, batch: string, ratingOf: (row: Sheet) => object): Promise<void> {
  for (const rater of ['ann', 'ben', 'cleo']) {
    const args = `label export s --task ${task} --reviewer ${rater} --to jsonl${batch}`;
    const rated = rowsOf(await must(args)).map((row) => ({ ...row, ...ratingOf(row) }));
    folder.write('rated.jsonl', jsonl(...rated));
    await must(`label import s rated.jsonl --task ${task} --reviewer ${rater}`);
  }
}

async function start(gate: string): Promise<void> {
  const { url } = await serve(({ body }) => {
    const said = JSON.stringify(body?.messages);
    const isGood =
      !/grader: this was/.test(said) && (!said.includes('zork') || said.includes('bal'));
    const verdict = said.includes('Agrees with the results.')
      ? {
          statements: [{ id: 's1', reason: '', met: isGood }],
          reason: 'I read it',
          score: isGood ? 1 : 0,
        }
      : { reason: 'I read it', achieved: isGood };
    const message = { role: 'assistant', content: JSON.stringify(verdict) };
    const usage = { prompt_tokens: 100, completion_tokens: 10 };
    return { body: { model: SNAPSHOT, choices: [{ finish_reason: 'stop', message }], usage } };
  });
  folder = workspace({
    'traces.jsonl': jsonl(...TRACES),
    'whichtool.yaml': `judge: { model: "openai-compatible:${SNAPSHOT}", base_url: "${url}", api_key_env: JUDGE_KEY, calibration: judge-calibration.json }
dataset: s/sample.jsonl
scorers:
  - { type: goal }
  - { type: answer, rubric: Says what was done., must: [Agrees with the results.] }
expect: [${gate}]
`,
  });
  await must('sample traces.jsonl --size 60 --unit trace --out s');
}

it('goes from traces and rated goals to a gate on the corrected share', async () => {
  await start('{ goal.achieved: { ">=": 0.4, corrected: true } }');
  await must('label assign s --task rate-goal --reviewers ann,ben,cleo --batch 40');
  await rate('rate-goal', ' --batch 1', (row) => ({ rating: isWrong(row) ? 0 : 1 }));
  expect(await must('label status s --task rate-goal')).toMatch(/60 cases · 40 agreed/);
  await must('judge calibrate s');
  const { ratings, prompts, judges, questions } = calibration();
  expect(ratings).toMatchObject({ cases: 60, rated: 40, sampling: { isRandomPart: true } });
  expect([Object.keys(prompts), Object.keys(questions!)]).toEqual([['goal'], ['goal']]);
  const { ppi, raw } = judges[0]!.corrected;

  // The eval asks the very questions that the rated ones are a random part of.
  const { code, stdout } = await run('run --json');
  const { gates, judge } = (JSON.parse(stdout) as Report).evals[0]!;
  const [gate] = gates;
  expect([code, gate?.outcome]).toEqual([0, 'pass']);
  expect(gate?.corrected).toEqual({ ...ppi, method: 'ppi' });
  // The quotation is of the same figures.
  expect(judge?.calibration).toMatchObject({ stale: false, corrected: ppi });
  expect(gate?.observed).toBeCloseTo(raw!, 4);
  expect(gate?.note).toContain('by PPI++');
});

it('rates answers by statements, in lines and in tables, and checks every row', async () => {
  await start('{ answer.pass: { ">=": 0.1, corrected: true } }');
  const none = await run('label assign s --task rate-answer --reviewers ann,ben,cleo');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('[SAMPLE_RUBRIC]')]);
  folder.write('s/rubric.json', '{ "answer": { "rubrik": "x" } }');
  const wrong = await run('label assign s --task rate-answer --reviewers ann,ben,cleo');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('[SAMPLE_RUBRIC]')]);
  folder.write('s/rubric.json', JSON.stringify(RUBRIC));
  await must('label assign s --task rate-answer --reviewers ann,ben,cleo');

  const [first, second] = rowsOf(
    await must('label export s --task rate-answer --reviewer ann --to jsonl'),
  );
  folder.write('part.jsonl', jsonl({ ...first, score: 1 }, { ...second, met: { s1: true } }));
  const part = await run('label import s part.jsonl --task rate-answer --reviewer ann');
  expect([part.code, part.stderr]).toEqual([2, expect.stringContaining('[LABEL_INVALID]')]);
  expect(part.stderr).toContain('not rated: statement s1');
  expect(part.stderr).toContain('not rated: score');

  await rate('rate-answer', '', (row) =>
    isWrong(row) ? { score: 0.5, met: { s1: false } } : { score: 1, met: { s1: true } },
  );
  const csv = await must('label export s --task rate-answer --reviewer ann --to csv');
  expect(csv.split('\n')[0]).toBe(
    '\ufeffid,case_hash,guide_hash,input,before,tools_offered,run,rated_by,score,met_s1,clause,rationale',
  );
  expect(csv).toMatch(/,0\.5,no,,\n/);
  folder.write('same.csv', csv);
  expect(await must('label import s same.csv --task rate-answer --reviewer ann')).toBe(
    '0 labels added, 60 known already, 0 rows not filled in\n',
  );

  await must('judge calibrate s');
  const { judges, ratings } = calibration();
  expect(ratings).toMatchObject({ rated: 60, grades: [40, 20, 0] });
  expect(judges[0]).toMatchObject({ sensitivity: { k: 40, n: 40 }, specificity: { n: 20 } });
  const passed = await run('run --json');
  const [gate] = (JSON.parse(passed.stdout) as Report).evals[0]!.gates;
  expect([passed.code, gate?.corrected?.method]).toEqual([0, 'ppi']);
  // All are rated: what people say, 40 of 60.
  expect(gate?.corrected?.value).toBeCloseTo(2 / 3, 6);

  // Another rubric is another question.
  folder.write(
    's/rubric.json',
    JSON.stringify({ answer: { ...RUBRIC.answer, rubric: 'Is kind.' } }),
  );
  expect(await must('label status s --task rate-answer')).toContain('180 labels are stale');
  const stale = await run('label import s same.csv --task rate-answer --reviewer ann');
  expect([stale.code, stale.stderr]).toEqual([2, expect.stringContaining('[LABEL_STALE]')]);
  folder.write('s/rubric.json', JSON.stringify({ answer: { rubric: 'Is kind.' } }));
  const other = await run('label import s same.csv --task rate-answer --reviewer ann');
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining('score is not a part of the rubric'),
  ]);
});

it('has a fourth person decide about answers that three rate differently', async () => {
  await start('{ answer.pass: { ">=": 0 } }');
  const said = TRACES.slice(0, 3).map((trace) => ({
    ...trace,
    said: [
      { role: 'user', text: trace.input, turn: 0 },
      { role: 'assistant', text: 'Really?', turn: 1 },
      { role: 'user', text: 'Yes, really.', turn: 1 },
    ],
  }));
  folder.write('said.jsonl', jsonl(...said));
  await must('sample said.jsonl --size 3 --unit trace --out three');
  folder.write('three/rubric.json', JSON.stringify(RUBRIC));
  await must('label assign three --task rate-answer --reviewers ann,ben,cleo');
  const [first] = [
    ...rowsOf(await must('label export three --task rate-answer --reviewer ann --to jsonl')),
  ];
  for (const [rater, score, met] of [
    ['ann', 1, true],
    ['ben', 0, false],
    ['cleo', 0.5, true],
  ] as const) {
    const rows = rowsOf(
      await must(`label export three --task rate-answer --reviewer ${rater} --to jsonl`),
    );
    const rated = rows.map((row) => ({
      ...row,
      ...(row.id === first!.id
        ? { score, met: { s1: met }, clause: 'thing', rationale: `says ${rater}` }
        : { score: 1, met: { s1: true } }),
    }));
    folder.write('rated.jsonl', jsonl(...rated));
    await must(`label import three rated.jsonl --task rate-answer --reviewer ${rater}`);
  }
  expect(await must('label status three --task rate-answer')).toMatch(/2 agreed .* 1 disputed/);
  const { stdout } = await whichtool(
    'label adjudicate three --task rate-answer --reviewer dora'.split(' '),
    { cwd: folder.path, input: '0.5 thing\n' },
  );
  // What was said is there once: in the run.
  expect(stdout.match(/user: Yes, really\./g)).toHaveLength(1);
  for (const reason of ['says ann', 'says ben', 'says cleo']) expect(stdout).toContain(reason);
  expect(stdout).not.toMatch(/^ {2}1 {2}/m);
  expect(stdout).toContain('1 of 1 decided\n');
  expect(await must('label status three --task rate-answer')).toMatch(/2 agreed · 1 adjudicated/);
});

it('asks what people rated where a run redacts as the sample did', async () => {
  await start('{ goal.achieved: { ">=": 0 } }');
  // Two people in each run, whom the user, the tools and the answer name in different orders.
  const traces = TRACES.slice(0, 12).map(({ input, ...trace }, i) => {
    const [first, second] = [`${THING(i)}@a.example`, `${THING(i)}@b.example`];
    const result = JSON.stringify({ copy: second, to: first }, null, 1);
    const text = `write to ${second}, not to ${first}`;
    return {
      ...trace,
      input,
      tool_calls: [{ name: 'mail', arguments: { to: second }, id: 'c', turn: 1, result }],
      said: [
        { role: 'system', text: `You serve ${first}.`, turn: 0 },
        { role: 'user', text: input, turn: 0 },
        { role: 'assistant', text, turn: 1 },
        { role: 'user', text: `to ${first}, please`, turn: 1 },
      ],
    };
  });
  folder.write('mails.jsonl', jsonl(...traces));
  await must('sample mails.jsonl --size 12 --unit trace --out mails');
  expect(read('mails/sample.jsonl')).not.toContain('.example');
  await must('label assign mails --task rate-goal --reviewers ann,ben,cleo');
  for (const rater of ['ann', 'ben', 'cleo']) {
    const sheet = rowsOf(
      await must(`label export mails --task rate-goal --reviewer ${rater} --to jsonl`),
    );
    folder.write(
      'rated.jsonl',
      jsonl(...sheet.map((row) => ({ ...row, rating: isWrong(row) ? 0 : 1 }))),
    );
    await must(`label import mails rated.jsonl --task rate-goal --reviewer ${rater}`);
  }
  await must('judge calibrate mails');
  const suite = read('whichtool.yaml').replace(/\ndataset:.*/s, '');
  folder.write(
    'raw.yaml',
    `${suite}\ntests: [{ name: mails, traces: mails.jsonl, goal: { expect: [{ goal.achieved: { ">=": 0 } }] } }]\n`,
  );
  expect(await must('run raw.yaml --dry-run')).toContain('12 to ask');
  const asked = await must('run raw.yaml --redact-pii --dry-run');
  expect(asked).toContain('12 answered before');
  expect(asked).not.toContain('to ask');
  // Or the sample keeps what runs see.
  await must('sample mails.jsonl --size 12 --unit trace --no-redact-pii --out open');
  expect(read('open/sample.jsonl')).toContain('.example');
});
