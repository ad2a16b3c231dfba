import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = async (...args: string[]): Promise<Ran> => await whichtool(args, { cwd: folder.path });

const USE = { name: 'status', args: { id: 7 } };
const CALLED = { tool: 'status', args: { id: 7 } };
const ASKED = [{ role: 'user', content: 'where is 7' }];

/** A file as each tool writes it, and the rows that it becomes. */
const FILES: readonly [string, string, string, readonly object[]][] = [
  [
    'langsmith',
    'd.jsonl',
    jsonl({ id: 'e1', inputs: { question: 'where is 7' }, outputs: { tool_calls: [USE] } }),
    [{ id: 'e1', input: 'where is 7', expected_calls: [CALLED] }],
  ],
  [
    'ragas',
    'd.jsonl',
    jsonl({
      user_input: [
        { type: 'human', content: 'where is 7' },
        { type: 'ai', content: '', tool_calls: [USE] },
      ],
      reference_tool_calls: [USE],
    }),
    [
      {
        input: { messages: ASKED },
        expected_calls: [{ ...CALLED, turn: 1 }],
        trace: {
          tool_calls: [{ name: 'status', arguments: { id: 7 }, turn: 1 }],
          said: [{ role: 'user', text: 'where is 7', turn: 0 }],
          answers: 1,
        },
      },
    ],
  ],
  [
    'openai-evals',
    'd.jsonl',
    jsonl({ input: ASKED, ideal: 'status' }, { input: ASKED, ideal: ['status', 'history'] }),
    [
      { input: { messages: ASKED }, expected_tool: 'status' },
      { input: { messages: ASKED }, expected_tool: ['status', 'history'] },
    ],
  ],
  [
    'promptfoo',
    'promptfooconfig.yaml',
    `prompts: [file://prompt.txt]
defaultTest:
  assert: [{ type: is-valid-openai-tools-call }]
tests:
  - vars: { q: where is 7 }
    assert:
      - type: tool-call-f1
        value: [status]
      - type: javascript
        value: process.exit(9)
`,
    [{ input: 'where is 7', expected_calls: [{ tool: 'status' }] }],
  ],
  [
    'adk',
    'd.evalset.json',
    JSON.stringify(
      {
        eval_set_id: 's',
        eval_cases: [
          {
            eval_id: 'e1',
            conversation: [
              {
                user_content: { parts: [{ text: 'where is 7' }], role: 'user' },
                intermediate_data: { tool_uses: [USE], intermediate_responses: [] },
              },
            ],
          },
        ],
      },
      null,
      2,
    ),
    [{ id: 'e1', input: 'where is 7', expected_calls: [CALLED] }],
  ],
];

it.each(FILES)('takes over a dataset of %s', async (from, name, text, rows) => {
  folder = workspace({ [name]: text });
  const { code, stderr } = await run('dataset', 'import', name, '--out', 'rows.jsonl');
  expect([code, stderr.split('\n')[0]]).toEqual([
    0,
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} from ${from}`,
  ]);
  expect(readFileSync(join(folder.path, 'rows.jsonl'), 'utf8')).toBe(jsonl(...rows));
});

it('tells what of a promptfoo configuration is left out', async () => {
  const [, name, text] = FILES[3]!;
  folder = workspace({ [name]: text });
  const { stderr } = await run('dataset', 'import', name);
  expect(stderr).toContain('not taken over: 1 javascript, 1 is-valid-openai-tools-call\n');
});

it('takes over questions of BFCL with the answers beside them', async () => {
  const question = {
    id: 'q1',
    question: [[{ role: 'user', content: 'where is 7' }]],
    function: [{ name: 'status', description: '', parameters: { type: 'dict', properties: {} } }],
  };
  folder = workspace({
    'b.json': jsonl(question),
    'possible_answer/b.json': jsonl({ id: 'q1', ground_truth: [{ status: { id: [7] } }] }),
  });
  const { code, stdout } = await run('dataset', 'import', 'b.json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    id: 'q1',
    input: 'where is 7',
    expected_calls: [{ tool: 'status', args: { id: 7 } }],
  });
});

it('gives rows that an eval measures', async () => {
  const [, name, text] = FILES[1]!;
  folder = workspace({
    [name]: text,
    'e.yaml': 'dataset: rows.jsonl\nscorers: [{ type: tool_args_match }]\n',
  });
  await run('dataset', 'import', name, '--out', 'rows.jsonl');
  expect((await run('run', 'e.yaml', '--no-history')).code).toBe(0);
});

it.each([
  ['DATASET_UNREADABLE', 'prompts: [a]\ntests: file://tests.csv\n'],
  ['YAML_ALIAS', 'tests:\n  - &a { vars: { q: x } }\n  - *a\n'],
  ['YAML_TAG', 'tests: !!js/function "x"\n'],
  ['YAML_SYNTAX', 'tests: [\n'],
  ['YAML_DEPTH', `tests: ${'['.repeat(200)}${']'.repeat(200)}\n`],
  ['ROW_NOT_OBJECT', 'hello\n'],
  ['NO_RECORDS', ''],
])('refuses a configuration that it cannot read: %s', async (code, text) => {
  folder = workspace({ 'p.yaml': text });
  const ran = await run('dataset', 'import', 'p.yaml', '--out', 'rows.jsonl');
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
});

it('measures Ragas samples as the dataset of an eval, without an import', async () => {
  const sample = (city: string): object => ({
    user_input: [
      { type: 'human', content: "What's the weather in Oslo?" },
      { type: 'ai', content: '', tool_calls: [{ name: 'weather', args: { city } }] },
      { type: 'tool', content: '8 degrees' },
      { type: 'ai', content: 'It is 8 degrees.' },
    ],
    reference: 'The agent tells the weather in Oslo.',
    reference_tool_calls: [{ name: 'weather', args: { city: 'Oslo' } }],
  });
  folder = workspace({
    'd.jsonl': jsonl(sample('Oslo'), sample('Rome')),
    'e.yaml': 'dataset: d.jsonl\nscorers: [{ type: tool_call_f1 }, { type: tool_name_match }]\n',
  });
  const ran = await whichtool(['run', 'e.yaml', '--json', '--no-history'], { cwd: folder.path });
  const report = JSON.parse(ran.stdout) as {
    evals: [{ scores: { metrics: Record<string, number> }[] }];
  };
  const [calls, names] = report.evals[0].scores;
  // One of two calls is equal: precision and recall are a half.
  expect(calls?.metrics['tool_call.f1']).toBe(0.5);
  expect(names?.metrics.tool_name_match).toBe(1);
});
