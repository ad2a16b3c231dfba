import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { EvalReport, Report } from '#core';
import type { JudgeRule } from '../loopback-model/server.mjs';
import { startProgram } from '../loopback-model/start-program.ts';
import { jsonl, type Ran, whichtool, workspace } from '../support/cli.ts';

// Step 3 of the recipe: a judge for the meaning of arguments, its threshold, and its agreement with three raters.

const FIRST = 'gpt-4o-2024-08-06';
const SECOND = 'gpt-4.1-2025-04-14';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (args: string): Promise<Ran> => whichtool(args.split(' '), { cwd: folder.path });

async function open(rows: readonly object[], rules: readonly JudgeRule[]): Promise<void> {
  const program = await startProgram({ judge: rules });
  onTestFinished(() => program.close());
  folder = workspace({
    'package.json': '{}',
    'datasets/tool-selection-v2.jsonl': jsonl(...rows),
    'whichtool.yaml': `judge: { model: "openai-compatible:${FIRST}", base_url: "${program.baseUrls['openai-compatible']}" }
dataset: datasets/tool-selection-v2.jsonl
scorers: [{ type: tool_name_match }, { type: tool_args_shape_match }, { type: tool_args_semantic }]
expect: []
`,
  });
}

const row = (id: string, expected: object, called: object, more: object = {}): object => ({
  id,
  input: 'Where is my package, order ORD-9182?',
  expected_tool: 'get_order_status',
  expected_args: expected,
  tool_calls: [{ name: 'get_order_status', arguments: called }],
  ...more,
});

const SCORES: readonly JudgeRule[] = [
  { when: { prompt: '"candidate":{"order_id":"ord 9182"}' }, lean: 'high' },
  {
    when: { prompt: '"candidate":{"order_id":"the last order"}' },
    answer: { arguments: [], reason: 'derivable', score: 0.5 },
  },
  { lean: 'low' },
];

it('scores 1, 0.5 and 0, and asks only what shape and equality leave open', async () => {
  const expected = { order_id: 'ORD-9182' };
  const called = [
    expected,
    { order_id: 'ord 9182' },
    { order_id: 'the last order' },
    { order_id: 'ORD-9183' },
    { order: 'ORD-9182' },
  ];
  const rows = called.map((args, i) => row(`c${i}`, expected, args));
  await open(rows, SCORES);
  const { stdout } = await run('run --no-history --json');
  const one = (JSON.parse(stdout) as Report).evals[0] as EvalReport;
  expect(one.scores[2]).toMatchObject({
    metrics: { tool_args_semantic: 0.5 },
    tally: { equal: 1, wrong_shape: 1, judged: 3, pairs: 5 },
    judged: true,
  });
  expect(one.judge).toMatchObject({ models: [`openai-compatible:${FIRST}`], questions: 3 });
});

it.each([
  { wrong: 7, code: 0 },
  { wrong: 8, code: 1 },
])('ends the line of its CI with $code where $wrong of 100 are wrong', async ({ wrong, code }) => {
  const rows = Array.from({ length: 100 }, (_, i) =>
    row(
      `c${i}`,
      { order_id: 'ORD-9182' },
      { order_id: i < wrong ? 'ORD-9183' : 'ord 9182' },
      { run: i },
    ),
  );
  await open(rows, SCORES);
  await run('run');
  const line =
    'run --dataset tool-selection-v2 --threshold-name 0.95 --threshold-args-shape 0.97 --threshold-args-semantic 0.93 --fail-on-regression';
  const ran = await run(line);
  expect(ran).toMatchObject({ code });
  expect(ran.stdout).toMatch(new RegExp(`tool_args_semantic +9${10 - wrong} % .*needs >= 93 %`));
});

it('finds the agreement of two judges with three raters, and calls 94 and 96 of 100 noise', async () => {
  const words = (i: number): string =>
    i < 60 ? (i < 4 ? 'kept faint' : i < 6 ? 'kept pale' : 'kept') : 'changed';
  const rated = Array.from({ length: 100 }, (_, i) => {
    const rating = i < 60 ? 1 : 0;
    const ratings = ['ann', 'ben', 'cleo'].map((rater, at) => ({
      rater,
      // Every tenth time one of the three differs; the majority counts.
      rating: i % 10 === at ? 1 - rating : rating,
    }));
    return row(`c${i}`, { note: `note ${i}` }, { note: `note ${i} ${words(i)}` }, { ratings });
  });
  await open(rated, [
    { when: { prompt: 'kept faint' }, lean: 'low' },
    { when: { prompt: 'kept pale', model: FIRST }, lean: 'low' },
    { when: { prompt: 'kept' }, lean: 'high' },
    { lean: 'low' },
  ]);
  const { code, stdout } = await run(
    `judge calibrate datasets/tool-selection-v2.jsonl --against openai-compatible:${SECOND} --threshold judge.agreement=0.93`,
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/agreement +94 %.*94 of 100/);
  expect(stdout).toMatch(/agreement +96 %.*96 of 100/);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('this may be noise');
});
