import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LoopbackModel, startLoopbackModel } from './loopback-model/server.mjs';
import { jsonl } from './support/cli.ts';
import { type Project, project } from './support/driving.ts';
import { caseOf, evalsOf, judgeBy } from './support/judging.ts';

/** Keys of one form with a number each, so that a leak names its place. */
const key = (n: number): string => `sk-proj-${`k${n}Z9x8W7v6`.repeat(4)}`;
const PASSWORD = 'correct horse battery';
const CANARIES = ['sk-proj-', 'Z9x8W7v6', PASSWORD];
const REPORTERS = ['json', 'jsonl', 'junit', 'github', 'markdown', 'html', 'csv'];

let judge: LoopbackModel;
let seen = 0;
beforeAll(async () => {
  judge = await startLoopbackModel({
    judge: [
      // A judge may say what no question had in it.
      {
        when: { schema: 'goal_verdict' },
        answer: { reason: `it used ${key(20)}`, achieved: false },
      },
      { lean: 'low' },
    ],
  });
});
afterAll(() => judge.close());
beforeEach(() => {
  seen = judge.requests.length;
});

function leaky(): Project {
  const tools = [
    {
      name: 'refund',
      description: `Refunds. Use the key ${key(1)}.`,
      input_schema: { type: 'object', properties: { order: { default: key(2) } } },
    },
  ];
  const plain = caseOf('plain', 'with a plain word') as { trace: object };
  const rows = [
    // A secret on either side: nothing is asked about these arguments.
    caseOf('expected', 'a', { expected_args: { order: key(3), note: 'a' } }),
    caseOf('actual', 'b', {
      trace: {
        tool_calls: [{ name: 'refund', arguments: { order: key(4), note: 'b' } }],
        output: 'done',
      },
    }),
    caseOf('password', 'c', {
      expected_args: { password: PASSWORD },
      trace: {
        tool_calls: [{ name: 'refund', arguments: { password: `${PASSWORD} staple` } }],
        output: 'done',
      },
    }),
    {
      ...plain,
      input: `my key is ${key(5)}`,
      rubric: `names no key, above all not ${key(6)}`,
      must: [`it hides ${key(7)}`],
      reference: `the order is refunded with ${key(8)}`,
      tools,
      trace: {
        ...plain.trace,
        input: `my key is ${key(5)}`,
        tool_calls: [
          ...(plain.trace as { tool_calls: readonly object[] }).tool_calls,
          { name: 'login', arguments: { password: PASSWORD, token: key(9) }, result: key(10) },
          { name: `call:${key(11)}`, arguments: `{ ${key(12)}`, result: { [key(13)]: key(14) } },
        ],
        output: `I used ${key(15)} and ${PASSWORD}, and it worked`,
      },
    },
  ];
  const base = { dataset: 'rows.jsonl' };
  return project(
    {
      judge: judgeBy(judge, { guide: `Be strict. Never repeat ${key(16)}.` }),
      evals: [
        { name: 'meaning', ...base, scorers: [{ type: 'tool_args_semantic' }] },
        {
          name: 'goal',
          ...base,
          scorers: [{ type: 'goal', reference: '{{ sample.reference }}' }],
        },
      ],
      tests: [
        {
          name: 'rubric',
          traces: 'answers.jsonl',
          answer: {
            rubric: `Names no key such as ${key(17)}.`,
            criteria: [`is not ${key(18)}`],
            must_not: [`contain ${key(19)}`],
          },
        },
      ],
    },
    {
      files: {
        'rows.jsonl': jsonl(...rows.map((row) => ({ reference: 'refunded', ...row }))),
        'answers.jsonl': jsonl({
          input: `my key is ${key(5)}`,
          tool_calls: [],
          output: `It is ${key(15)}.`,
        }),
      },
    },
  );
}

function filesOf({ path }: Project, below: RegExp): readonly (readonly [string, string])[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && below.test(entry.parentPath))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
}

function expectClean(texts: readonly (readonly [string, string])[]): void {
  for (const [name, text] of texts)
    for (const canary of CANARIES) {
      const at = text.indexOf(canary);
      expect(at === -1 ? null : [name, text.slice(Math.max(0, at - 60), at + 60)]).toBe(null);
    }
}

it('shows no secret to the judge, and keeps and reports none', async () => {
  const own = leaky();
  const outputs = REPORTERS.flatMap((name) => ['--reporter', `${name}=out/${name}`]);
  const { code, stdout, stderr } = await own.run('run', '--record', 'kept', ...outputs);
  expect(code).toBe(1);
  const asked = judge.requests.slice(seen);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expectClean(asked.map(({ text, headers }) => ['request', text + JSON.stringify(headers)]));
  expectClean([
    ['stdout', stdout],
    ['stderr', stderr],
  ]);
  const files = filesOf(own, /out|\.whichtool|kept/);
  expect(files.length).toBeGreaterThan(REPORTERS.length + 3);
  expectClean(files);
  // Three pairs have a secret in them, and one was asked about.
  const { meaning } = evalsOf(JSON.parse(own.read('out/json')) as object);
  expect(meaning!.scores[0]!.tally).toMatchObject({ needs_judge: 3, judged: 1, pairs: 4 });
});

it('does neither with --no-redact, which is for reports alone', async () => {
  const own = leaky();
  const { code, stdout } = await own.run(
    'run',
    '--record',
    'kept',
    '--no-redact',
    '--no-history',
    '--json',
  );
  expect(code).toBe(1);
  expectClean(judge.requests.slice(seen).map(({ text }) => ['request', text]));
  expectClean(filesOf(own, /\.whichtool|kept/));
  expect(evalsOf(JSON.parse(stdout) as object).meaning!.scores[0]!.tally).toMatchObject({
    needs_judge: 3,
    judged: 1,
  });
});

it('shows the judge no personal data with --redact-pii', async () => {
  const input = 'refund the order of ann.lee@example.org';
  const row = caseOf('a', 'a') as { trace: object };
  const own = project(
    {
      judge: judgeBy(judge),
      evals: [{ name: 'goal', dataset: 'rows.jsonl', scorers: [{ type: 'goal' }] }],
    },
    { files: { 'rows.jsonl': jsonl({ ...row, input, trace: { ...row.trace, input } }) } },
  );
  await own.measure('--redact-pii');
  const asked = judge.requests.slice(seen).map(({ text }) => text);
  expect(asked).toEqual([expect.stringContaining('[email-1]')]);
  expect(asked[0]).not.toContain('ann.lee');
});
