import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from '../support/cli.ts';
import {
  LANGSMITH_KEY,
  type LangsmithServer,
  startLangsmith,
} from '../support/langsmith-server.ts';

// The recipe's pipeline around its graders: sample, label, LangSmith, exposure, cost, and each fix before and after.
// callsphere.test.ts has the graders, the matrix and what was caught in the first week.

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (args: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  whichtool(args.split(' '), { cwd: folder.path, env });
const read = (path: string): string => readFileSync(join(folder.path, path), 'utf8');
const rowsOf = (path: string): Record<string, unknown>[] =>
  read(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Letters only: inputs that differ in digits alone are near-duplicates. */
const word = (n: number): string =>
  String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);

describe('step 1: the labelled dataset', () => {
  const conversation = (i: number): object => ({
    messages: [
      { role: 'system', content: 'You help with orders.' },
      { role: 'user', content: `where is my package ${word(i)}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'get_order_history', arguments: '{"user_id":"u-1"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'one open order' },
      { role: 'assistant', content: 'It arrives tomorrow.' },
    ],
  });

  it.each([200, 500])('samples %i conversations with all their decisions', async (size) => {
    const traces = Array.from({ length: 600 }, (_, i) => conversation(i));
    folder = workspace({ 'traces.jsonl': jsonl(...traces) });
    const drawn = await run(
      `sample traces.jsonl --unit conversation --size ${size} --out samples/desk`,
    );
    expect(drawn.stdout).toContain(`${size} of 600 conversations with ${2 * size} decisions`);
    const turns = rowsOf('samples/desk/sample.jsonl').map(({ turn }) => turn);
    expect(turns.filter((turn) => turn === 1)).toHaveLength(size);
    expect(turns.filter((turn) => turn === 2)).toHaveLength(size);
  });

  it('is labelled by two reviewers, and a third decides where they disagree', async () => {
    folder = workspace({ 'traces.jsonl': jsonl(...[0, 1, 2, 3].map(conversation)) });
    await run('sample traces.jsonl --unit conversation --size 4 --out desk');
    folder.write('desk/guide.md', 'One open order: get_order_status.\n');
    await run('label assign desk --reviewers ann,ben');
    const cases = rowsOf('desk/sample.jsonl');
    const first = cases.find(({ turn }) => turn === 1)?.id;
    const label = ({ id, turn }: Record<string, unknown>, tool: string): object =>
      turn === 1
        ? {
            id,
            expected_tool: tool,
            expected_args: { order_id: 'ORD-9182' },
            rationale: 'User has one open order; status lookup is sufficient.',
          }
        : { id, expected_tool: 'none' };
    const sheet = (odd: string): string =>
      jsonl(...cases.map((one) => label(one, one.id === first ? odd : 'get_order_status')));
    folder.write('ann.jsonl', sheet('get_order_status'));
    folder.write('ben.jsonl', sheet('get_order_history'));
    for (const reviewer of ['ann', 'ben'])
      await run(`label import desk ${reviewer}.jsonl --reviewer ${reviewer}`);
    expect((await run('label status desk')).stdout).toContain('7 agreed · 0 adjudicated · 1 disp');
    const open = await run('dataset commit desk');
    expect([open.code, open.stderr.includes('[DATASET_OPEN_CASES]')]).toEqual([2, true]);
    const decided = cases.filter(({ id }) => id === first);
    folder.write('cleo.jsonl', jsonl(...decided.map((one) => label(one, 'get_order_status'))));
    await run('label import desk cleo.jsonl --reviewer cleo --adjudicate');
    expect((await run('dataset commit desk')).stdout).toContain(
      '8 rows (7 agreed, 1 adjudicated), 0 cases open',
    );
    await run('dataset export desk --out rows.jsonl');
    expect(rowsOf('rows.jsonl').find(({ id }) => id === first)).toMatchObject({
      input: { messages: [{ role: 'user' }], context: { system: 'You help with orders.' } },
      expected_tool: 'get_order_status',
      expected_args: { order_id: 'ORD-9182' },
      rationale: 'User has one open order; status lookup is sufficient.',
    });
  });
});

describe('the dataset in LangSmith', () => {
  const DATASET = '0a0a0a0a-0000-4000-8000-000000000000';
  const idOf = (i: number): string => `aaaaaaaa-0000-4000-8000-00000000000${i}`;

  async function serve(): Promise<LangsmithServer> {
    const server = await startLangsmith();
    server.datasets.set('tool-selection-v2', DATASET);
    for (const i of [0, 1, 2, 3])
      server.examples.set(idOf(i), {
        id: idOf(i),
        dataset_id: DATASET,
        inputs: { messages: [{ role: 'user', content: "where's my package?" }] },
        outputs: { expected_tool: 'get_order_status', expected_args: { order_id: 'ORD-9182' } },
        metadata: {},
      });
    return server;
  }

  it('is named as in evaluate(data=…), and the scores are an experiment with the prefix', async () => {
    const server = await serve();
    const env = { LANGSMITH_API_KEY: LANGSMITH_KEY, LANGSMITH_ENDPOINT: server.url };
    const traces = [0, 1, 2, 3].map((i) => ({
      case: idOf(i),
      tool_calls: [
        i === 0
          ? { name: 'get_order_history', arguments: { user_id: 'u-1' } }
          : { name: 'get_order_status', arguments: { order_id: 'ORD-9182' } },
      ],
    }));
    folder = workspace({
      'package.json': '{}',
      'runs.jsonl': jsonl(...traces),
      'whichtool.yaml':
        'dataset: langsmith://tool-selection-v2\ntraces: runs.jsonl\nscorers: [{ type: tool_name_match }, { type: tool_args_shape_match, over: first_call }]\n',
    });
    const { code, stdout, stderr } = await run(
      'run --no-history --threshold-name 0.95 --push langsmith://tool-selection-v2 --name tool-sel-baseline',
      env,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ tool_name_match +75 % +needs >= 95 %/);
    expect(stderr).toMatch(/experiment tool-sel-baseline-[\da-f]{8}: 4 runs/);
    const scores = [...server.feedback.values()].filter(({ key }) => key === 'tool_name_match');
    expect(scores).toHaveLength(4);
    expect(scores.filter(({ score }) => score === 1)).toHaveLength(3);
  });
});

describe('what over-tooling costs', () => {
  it('is the personal values of nine other orders in the context', async () => {
    const orders = (count: number): string =>
      Array.from({ length: count }, (_, i) => `order ${i}: ${word(i)}@mail.example`).join('\n');
    const row = (id: string, name: string, result: string): object => ({
      id,
      expected_tool: 'get_order_status',
      tool_calls: [{ name, result }],
    });
    folder = workspace({
      'package.json': '{}',
      'rows.jsonl': jsonl(
        row('right', 'get_order_status', orders(1)),
        row('wrong', 'get_order_history', orders(9)),
      ),
      'whichtool.yaml':
        'dataset: rows.jsonl\nscorers: [{ type: exposure }]\nexpect: [{ exposure.values: { "==": 0 } }]\n',
    });
    const { code, stdout } = await run('run --no-history');
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ exposure\.values +9 +needs == 0/);
    expect(stdout).toContain('get_order_history 9 values in 1 case');
  });
});

/** Keeps a run of the first rows, and runs the second under `--fail-on-regression`. */
async function compareRuns(
  before: readonly object[],
  after: readonly object[],
  scorers: string,
): Promise<{ readonly ran: Ran; readonly figures: readonly (number | null | undefined)[][] }> {
  folder = workspace({
    'package.json': '{}',
    'rows.jsonl': jsonl(...before),
    'whichtool.yaml': `dataset: rows.jsonl\nscorers: [${scorers}]\nexpect: []\n`,
  });
  const flags = '--reporter terminal --reporter json=';
  await run(`run ${flags}before.json`);
  folder.write('rows.jsonl', jsonl(...after));
  const ran = await run(`run --fail-on-regression ${flags}after.json`);
  const figures = ['before.json', 'after.json'].map((file) =>
    (JSON.parse(read(file)) as Report).evals[0]!.scores.map(
      ({ metrics }) => Object.values(metrics)[0],
    ),
  );
  return { ran, figures };
}

const many = (count: number, callOf: (i: number) => object, usage?: object): readonly object[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    expected_tool: 'refund',
    expected_args: { order_id: 'ORD-1' },
    trace: { tool_calls: [callOf(i)], ...(usage === undefined ? {} : { usage }) },
  }));

describe('before and after', () => {
  const right = { name: 'refund', arguments: { order_id: 'ORD-1' } };
  const NAME = '{ type: tool_name_match }';

  it('costs 22 % more with the same answers: red', async () => {
    const [before, after] = [0.001, 0.00122].map((cost) =>
      many(20, () => right, { input_tokens: 100, output_tokens: 10, cost }),
    );
    const { ran } = await compareRuns(before!, after!, NAME);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('baseline: regression, cost per case +22 %');
  });

  it.each([15, 40])('over-tooling that needs %i percent more tokens: red', async (percent) => {
    const [before, after] = [200, 200 + 2 * percent].map((input_tokens) =>
      many(20, () => right, { input_tokens, output_tokens: 0 }),
    );
    const { ran } = await compareRuns(before!, after!, NAME);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`baseline: regression, tokens per case +${percent} %`);
  });

  const wrongName = (count: number) => (i: number) =>
    i < count ? { ...right, name: 'cancel' } : right;
  const stale = (count: number) => (i: number) =>
    i < count ? { ...right, arguments: { ...right.arguments, legacy_account_id: 'x' } } : right;

  it('descriptions that lead with the trigger: name accuracy 0.88 to 0.96', async () => {
    const [before, after] = [12, 4].map((count) => many(100, wrongName(count)));
    const { ran, figures } = await compareRuns(before!, after!, NAME);
    expect(figures).toEqual([[0.88], [0.96]]);
    expect([ran.code, ran.stdout.includes('88/100 88 %  96/100 96 %')]).toEqual([0, true]);
    folder.remove();
    const back = await compareRuns(after!, before!, NAME);
    expect([back.ran.code, back.figures]).toEqual([1, [[0.96], [0.88]]]);
  });

  it('a schema without the stale field: shape 0.94 to 0.99', async () => {
    const [before, after] = [6, 1].map((count) => many(100, stale(count)));
    const shape = '{ type: tool_args_shape_match }';
    const { ran, figures } = await compareRuns(before!, after!, shape);
    expect(figures).toEqual([[0.94], [0.99]]);
    expect([ran.code, ran.stdout.includes('94/100 94 %  99/100 99 %')]).toEqual([0, true]);
    folder.remove();
    const back = await compareRuns(after!, before!, shape);
    expect([back.ran.code, back.figures]).toEqual([1, [[0.99], [0.94]]]);
  });
});
