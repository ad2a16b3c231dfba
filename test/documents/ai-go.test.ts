import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from '../support/cli.ts';

let folder: ReturnType<typeof workspace> | null = null;
afterEach(() => folder?.remove());

const calls = (...names: readonly string[]): object => ({
  tool_calls: names.map((name) => ({ name })),
});

async function start(
  suite: string,
  rows: readonly object[],
  ...args: readonly string[]
): Promise<Ran> {
  folder = workspace({
    'package.json': '{}',
    'rows.jsonl': jsonl(...rows.map((row, i) => ({ id: `row-${i + 1}`, ...row }))),
    'whichtool.yaml': `dataset: rows.jsonl\n${suite}`,
  });
  return whichtool(['run', ...args], { cwd: folder.path });
}

async function evaluate(suite: string, rows: readonly object[]): Promise<Report['evals'][number]> {
  const { stdout, stderr } = await start(suite, rows, '--json');
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Report).evals[0] as Report['evals'][number];
}

async function metricsOf(scorer: string, rows: readonly object[]): Promise<object> {
  const { scores } = await evaluate(`scorers:\n  - ${scorer}\n`, rows);
  return scores[0]?.metrics ?? {};
}

async function refusal(scorer: string): Promise<string> {
  const { code, stderr } = await start(`scorers:\n  - ${scorer}\n`, [calls('search')]);
  expect(code).toBe(2);
  return stderr;
}

const STATIC = `type: function_call_coverage, function_calls: '["search", "calculator"]'`;

describe('what the scorer puts out', () => {
  it('has six outputs, summed over the rows', async () => {
    const rows = [calls('search', 'calculator'), calls('search', 'search', 'lookup')];
    expect(await metricsOf(`{ ${STATIC} }`, rows)).toEqual({
      all_required_calls_made: 0.5,
      required_calls_coverage: 0.75,
      num_required_calls_made: 3,
      num_required_calls_not_made: 1,
      num_unrequired_calls: 2,
      num_required_calls_total: 4,
    });
  });

  it('counts calls beyond the required ones as unrequired, as calls of other tools', async () => {
    const rows = [calls('search', 'search', 'calculator', 'lookup')];
    expect(await metricsOf(`{ ${STATIC} }`, rows)).toMatchObject({
      all_required_calls_made: 1,
      num_unrequired_calls: 2,
    });
  });

  it('looks at names only: arguments are compared by other scorers', async () => {
    const row = { tool_calls: [{ name: 'search', arguments: { q: 1 } }, { name: 'calculator' }] };
    expect(await metricsOf(`{ ${STATIC} }`, [row])).toMatchObject({ all_required_calls_made: 1 });
  });
});

describe('modes', () => {
  it.each([
    { names: ['search', 'calculator'], mode: 'any_order', all: 1, made: 2, unrequired: 0 },
    { names: ['calculator', 'search'], mode: 'any_order', all: 1, made: 2, unrequired: 0 },
    { names: ['calculator', 'search'], mode: 'in_order', all: 0, made: 2, unrequired: 0 },
    { names: ['search', 'lookup'], mode: 'any_order', all: 0, made: 1, unrequired: 1 },
  ])('$names in $mode gives $all, $made and $unrequired', async (row) => {
    const metrics = await metricsOf(`{ ${STATIC}, mode: ${row.mode} }`, [calls(...row.names)]);
    expect(metrics).toMatchObject({
      all_required_calls_made: row.all,
      num_required_calls_made: row.made,
      num_unrequired_calls: row.unrequired,
    });
  });

  it('takes other calls between the required ones in order', async () => {
    const rows = [calls('search', 'lookup', 'calculator')];
    expect(await metricsOf(`{ ${STATIC}, mode: in_order }`, rows)).toMatchObject({
      all_required_calls_made: 1,
      num_unrequired_calls: 1,
    });
  });

  it('is any_order where no mode is written, and knows no third one', async () => {
    const rows = [calls('calculator', 'search')];
    expect(await metricsOf(`{ ${STATIC} }`, rows)).toMatchObject({ all_required_calls_made: 1 });
    folder?.remove();
    expect(await refusal(`{ ${STATIC}, mode: both }`)).toContain('any_order');
  });
});

describe('the two examples and the three ways to say what is required', () => {
  it.each([
    ['a column of the row', `"{{ sample.function_calls }}"`],
    ['a list as text', `'["search", "calculator"]'`],
    ['a list', '[search, calculator]'],
    ['names derived from the row', `"{{ sample.tools | map(attribute='name') | list }}"`],
    [
      'the same with the bars escaped for a table',
      `'{{ sample.tools \\| map(attribute=''name'') \\| list }}'`,
    ],
  ])('takes %s', async (_, written) => {
    const row = {
      function_calls: ['search', 'calculator'],
      tools: [{ name: 'search' }, { name: 'calculator' }],
      ...calls('search', 'calculator'),
    };
    const suite = `scorers:
  - type: "function_call_coverage"
    function_calls: ${written}
    mode: "in_order"
`;
    const { verdict, scores } = await evaluate(suite, [row]);
    expect(verdict).toBe('pass');
    expect(scores[0]?.metrics).toMatchObject({
      all_required_calls_made: 1,
      num_required_calls_total: 2,
    });
  });

  it('makes a row without the column an error, never a pass', async () => {
    const suite =
      'scorers: [{ type: function_call_coverage, function_calls: "{{ sample.gone }}" }]\n';
    expect((await start(suite, [calls('search')])).code).toBe(3);
  });

  it('needs type and function_calls', async () => {
    expect(await refusal('{ type: function_call_coverage }')).toContain('function_calls');
    folder?.remove();
    expect(await refusal('{ function_calls: [a] }')).toContain('type');
  });
});

describe('key, purpose and display name', () => {
  it('writes the key before the ids', async () => {
    const metrics = await metricsOf(`{ ${STATIC}, key: needed }`, [calls('search')]);
    expect(Object.keys(metrics)).toContain('needed.all_required_calls_made');
  });

  it('scores by default; a qa scorer fails no case and cannot be gated', async () => {
    const rows = [calls('search')];
    const scored = await evaluate(`scorers: [{ ${STATIC} }]\n`, rows);
    expect(scored.scores[0]?.purpose).toBe('score');
    expect(scored.cases[0]?.verdict).toBe('fail');
    folder?.remove();
    const checked = await evaluate(`scorers: [{ ${STATIC}, purpose: qa }]\n`, rows);
    expect(checked.cases[0]?.verdict).toBe('pass');
    folder?.remove();
    const gate = 'expect: [{ all_required_calls_made: { "==": 1 } }]\n';
    const { code, stderr } = await start(`scorers: [{ ${STATIC}, purpose: qa }]\n${gate}`, rows);
    expect(code).toBe(2);
    expect(stderr).toContain('SUITE_GATE_QA');
  });

  it.each(['terminal', 'markdown', 'github', 'junit', 'csv', 'jsonl', 'html', 'json'])(
    'shows the display name in %s',
    async (reporter) => {
      const suite = `scorers: [{ ${STATIC}, display_name: Needed tools }]
expect: [{ all_required_calls_made: { "==": 1 } }]\n`;
      const { code, stdout } = await start(suite, [calls('search')], '--reporter', reporter);
      expect(code).toBe(1);
      expect(stdout).toContain('Needed tools');
    },
  );
});

/** Counted on paper: made in rows 1 and 3, expected in 1 and 2. */
const JUDGED = [
  { solved: 1, ...calls('search', 'calculator') },
  { solved: true, ...calls('search', 'lookup') },
  { solved: 0, ...calls('calculator', 'search') },
  { solved: '0.0', ...calls() },
];

describe('the eleven kinds of metrics', () => {
  it.each([
    ['mean', { 'num_required_calls_made.mean': 1.25, 'all_required_calls_made.mean': 0.5 }],
    ['{ type: mean, key: all_required_calls_made }', { 'all_required_calls_made.mean': 0.5 }],
    ['{ type: mean, field: num_required_calls_made, name: Made }', { Made: 1.25 }],
    ['{ type: max, field: num_required_calls_made }', { 'num_required_calls_made.max': 2 }],
    ['{ type: min, field: required_calls_coverage }', { 'required_calls_coverage.min': 0 }],
    // Values 2, 1, 2, 0: the mean of squares 9/4 less 25/16 is 11/16.
    [
      '{ type: std_dev, field: num_required_calls_made }',
      { 'num_required_calls_made.std_dev': 0.8292 },
    ],
    [
      '{ type: frequency, field: num_required_calls_made }',
      {
        'num_required_calls_made.frequency': 0.75,
        num_required_calls_made_0: 0.25,
        num_required_calls_made_1: 0.25,
        num_required_calls_made_2: 0.5,
      },
    ],
    [
      '{ type: precision, num_true_positives_field: num_required_calls_made, num_false_positives_field: num_unrequired_calls }',
      { precision: 0.8333 },
    ],
    [
      '{ type: recall, num_true_positives_field: num_required_calls_made, num_false_negatives_field: num_required_calls_not_made, name: Call Recall }',
      { 'Call Recall': 0.625 },
    ],
    [
      '{ type: f1_score, num_true_positives_field: num_required_calls_made, num_false_positives_field: num_unrequired_calls, num_false_negatives_field: num_required_calls_not_made }',
      { f1: 0.7143 },
    ],
    ['{ type: recall, field_gt: solved }', { recall: 0.5 }],
    [
      '{ type: binary-classification, field_pred: all_required_calls_made, field_gt: solved, positive_answer: "1", negative_answer: "0" }',
      { accuracy: 0.5, precision: 0.5, recall: 0.5, f1: 0.5 },
    ],
    [
      '{ type: multiclass-classification, key: made, field_pred: num_required_calls_made, field_gt: solved }',
      {
        'made.accuracy': 0.5,
        'made.0_precision': 1,
        'made.0_recall': 0.5,
        'made.1_precision': 1,
        'made.1_recall': 0.5,
        'made.2_precision': 0,
        'made.2_recall': null,
      },
    ],
  ])('%s', async (metric, expected) => {
    expect(await metricsOf(`{ ${STATIC}, metrics: [${metric}] }`, JUDGED)).toMatchObject(expected);
  });

  it('takes names and objects in one list, the same one twice included', async () => {
    const scorer = `{ type: equal_function_sets, classes: [{ name: s, members: [search] }],
      metrics: [mean, { type: mean, key: tool_selection.f1 }, f1_score] }`;
    const rows = [calls('search'), calls('lookup')];
    // One hit, one wrong call and one miss: 2 / (2 + 1 + 1).
    expect(await metricsOf(scorer, rows)).toMatchObject({ 'tool_selection.f1.mean': 50, f1: 0.5 });
  });

  it('does not measure an id that several metrics have, known before the rows or not', async () => {
    // Of four rows one has one call: a share of 0.25 beside a mean of 1.25 under the same id.
    const metrics = `{ type: frequency, field: num_required_calls_made },
      { type: mean, field: num_required_calls_made, name: num_required_calls_made_1 }`;
    const suite = `scorers: [{ ${STATIC}, metrics: [${metrics}] }]
expect: [{ num_required_calls_made_1: { ">=": 0 } }]\n`;
    const { code, stdout } = await start(suite, JUDGED, '--reporter', 'json');
    const { evals } = JSON.parse(stdout) as Report;
    expect(evals[0]?.scores[0]?.metrics).toMatchObject({
      num_required_calls_made_1: null,
      num_required_calls_made_2: 0.5,
    });
    expect(evals[0]?.gates[0]).toMatchObject({
      outcome: 'error',
      note: expect.stringContaining('several metrics have this id') as string,
    });
    expect(code).toBe(3);
    folder?.remove();
    const named = `{ ${STATIC}, metrics: [{ type: mean, field: num_required_calls_made, name: num_unrequired_calls }] }`;
    const refused = await start(`scorers: [${named}]\n`, JUDGED);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('two metrics of this scorer have the id num_unrequired_calls');
    folder?.remove();
    const both = `{ ${STATIC}, metrics: [{ type: frequency, field: num_required_calls_made }] },
      { type: equal_function_sets, classes: [{ name: s, members: [search] }], metrics: [{ type: f1, name: num_required_calls_made_1 }] }`;
    const { scores } = await evaluate(`scorers: [${both}]\n`, JUDGED);
    expect(scores.map(({ metrics: found }) => found.num_required_calls_made_1)).toEqual([
      null,
      null,
    ]);
  });

  it.runIf(hasPython())('runs Python over the outputs of all rows', async () => {
    const suite = `scorers:
  - type: function_call_coverage
    function_calls: '["search", "calculator"]'
    metrics:
      - type: python
        key: mine
        compute_metrics_snippet: |
          from latticeflow.assessment.dtypes import SampleScore
          async def compute_metrics(scores: list[SampleScore]):
              made = [s.values["num_required_calls_made"] for s in scores]
              return {"total": sum(made), "share": len([n for n in made if n]) / len(scores)}
expect:
  - mine.share: { ">=": 0.7 }
`;
    const { scores, gates } = await evaluate(suite, JUDGED);
    expect(scores[0]?.metrics).toMatchObject({ 'mine.total': 5, 'mine.share': 0.75 });
    expect(gates[0]).toMatchObject({ observed: 0.75, outcome: 'pass' });
    folder?.remove();
    expect((await start(suite, JUDGED, '--no-exec')).code).toBe(2);
  });

  it('folds outputs of a custom scorer by the same objects', async () => {
    const suite = `scorers:
  - type: module
    key: own
    module: ./own.mjs
    metrics:
      - { type: max, field: calls }
      - { type: precision, num_true_positives_field: hits, num_false_positives_field: others }
      - { type: binary_classification, key: done, field_pred: found, field_gt: solved }
`;
    folder = workspace({
      'package.json': '{}',
      'rows.jsonl': jsonl(...JUDGED.map((row, i) => ({ id: `${i}`, ...row }))),
      'whichtool.yaml': `dataset: rows.jsonl\n${suite}`,
      'own.mjs': `export default (row, { tool_calls }) => {
  const hits = tool_calls.filter(({ name }) => name === 'search').length;
  return { calls: tool_calls.length, hits, others: tool_calls.length - hits, found: hits > 0 };
}`,
    });
    const { stdout } = await whichtool(['run', '--json'], { cwd: folder.path });
    expect((JSON.parse(stdout) as Report).evals[0]?.scores[0]?.metrics).toMatchObject({
      'own.calls.max': 2,
      'own.precision': 0.5,
      'own.done.accuracy': 0.75,
      'own.done.recall': 1,
    });
  });

  it.each(['precision', 'recall', 'f1', 'binary_classification', 'multiclass_classification'])(
    'rejects %s of a built-in scorer where no column is the truth, with the reason',
    async (name) => {
      const message = await refusal(`{ ${STATIC}, metrics: [${name}] }`);
      expect(message).toContain('a column of the row as the truth; no column is named');
      expect(message).toContain('field_gt: <column>');
    },
  );

  it('rejects outputs that the scorer does not have, and two metrics of one id', async () => {
    const wrong = await refusal(`{ ${STATIC}, metrics: [{ type: mean, field: all_calls_made }] }`);
    expect(wrong).toContain('the scorer has no output "all_calls_made"');
    folder?.remove();
    const twice = `[{ type: recall, field_gt: a }, { type: binary_classification, field_gt: b }]`;
    expect(await refusal(`{ ${STATIC}, metrics: ${twice} }`)).toContain('have the id recall');
  });

  it('measures nothing of classes that some row does not have', async () => {
    const suite = `scorers: [{ ${STATIC}, metrics: [{ type: recall, field_gt: solved }] }]
expect: [{ recall: { ">=": 0 } }]\n`;
    const { code, stdout } = await start(suite, [...JUDGED, calls('search')], '--json');
    expect(code).toBe(3);
    const [gate] = (JSON.parse(stdout) as Report).evals[0]?.gates ?? [];
    expect(gate).toMatchObject({ observed: null, pass: false });
    expect(gate?.note).toContain('1 of 5 rows have neither the positive nor the negative answer');
  });
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
