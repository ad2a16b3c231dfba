import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const ROWS = [
  { id: 'r1', expected_tool: 'status', expected_args: { id: '1' } },
  { id: 'r2', expected_tool: 'status', expected_args: { id: '2' } },
  { id: 'r3', expected_tool: ['history', 'orders'] },
  { id: 'r4', expected_tool: 'none' },
];
const CALLS = [
  [{ name: 'status', arguments: { id: '1' } }],
  [{ name: 'history', arguments: {} }],
  [{ name: 'orders' }],
  [],
];
const TRACES = CALLS.map((tool_calls, i) => ({ case: `r${i + 1}`, tool_calls }));

const SUITE = `dataset: rows.jsonl
traces: traces.jsonl
tool_costs: { history: 3 }
scorers:
  - type: tool_name_match
  - type: tool_args_shape
  - type: failure_modes
expect:
  - tool_name_match: { ">=": 0.75 }
  - tool_args_shape: { "==": 1 }
  - per_tool.recall: { ">=": 0.5 }
`;

const run = (args: string): Promise<Ran> => whichtool(args.split(' '), { cwd: folder.path });

function open(files: Readonly<Record<string, string>> = {}): void {
  folder = workspace({
    'whichtool.yaml': SUITE,
    'rows.jsonl': jsonl(...ROWS),
    'traces.jsonl': jsonl(...TRACES),
    ...files,
  });
}

async function report(args: string): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await run(args);
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report };
}

describe('a labelled dataset in a suite', () => {
  it('is graded, with the matrix, the tools and the failure modes in the report', async () => {
    open();
    const { code, report: found } = await report('run --no-history --reporter json');
    const [measured] = found.evals;
    expect(code).toBe(0);
    expect(measured?.confusion).toMatchObject({
      labels: ['history', 'status', '(none)'],
      matrix: [
        [1, 0, 0],
        [1, 1, 0],
        [0, 0, 1],
      ],
      accuracy: { k: 3, n: 4, rate: 0.75 },
      cells: [{ expected: 'status', observed: 'history', count: 1, cases: ['r2'] }],
    });
    expect(measured?.confusion?.readings[0]?.text).toBe(
      '1 of 2 status cases went to history, which costs 3x: over-tooling, one way',
    );
    expect(measured?.perTool?.map(({ tool, recall }) => [tool, recall])).toEqual([
      ['history', 1],
      ['status', 0.5],
      ['(none)', 1],
    ]);
    expect(measured?.failureModes).toMatchObject({ wrong_tool: 1, over_tooling: 1 });
    expect(measured?.gates.map(({ metric, tool, observed }) => [metric, tool, observed])).toEqual([
      ['tool_name_match', undefined, 0.75],
      ['tool_args_shape_match', undefined, 1],
      ['per_tool.recall', 'history', 1],
      ['per_tool.recall', 'status', 0.5],
      ['per_tool.recall', '(none)', 1],
    ]);
  });

  it('fails by a stricter gate on single tools, for the tools that miss it', async () => {
    open();
    const { code, stdout } = await run('run --no-history --threshold per_tool.recall=0.9');
    expect(code).toBe(1);
    expect(stdout).toContain('✗ per_tool.recall of status');
    expect(stdout).not.toContain('✗ per_tool.recall of history');
  });

  it.each([
    ['--threshold-name 0.8', 1],
    ['--threshold-name 0.75', 0],
    ['--threshold-args-shape 1', 0],
    ['--threshold-args-semantic 0.9', 2],
    ['--threshold per_tool.recall=95', 2],
  ])('%s ends with %i', async (flags, code) => {
    open();
    expect(await run(`run --no-history ${flags}`)).toMatchObject({ code });
  });

  it('a metric that needs a judge is not measured until one is asked', async () => {
    const suite = SUITE.replace('tool_args_shape\n', 'tool_args_semantic\n').replace(
      'tool_args_shape: { "==": 1 }',
      'tool_args_semantic: { ">=": 0 }',
    );
    const other = TRACES.with(0, {
      case: 'r1',
      tool_calls: [{ name: 'status', arguments: { id: 'one' } }],
    });
    open({ 'whichtool.yaml': suite, 'traces.jsonl': jsonl(...other) });
    const { code, report: found } = await report('run --no-history --reporter json');
    expect(code).toBe(3);
    const score = found.evals[0]?.scores.find(({ scorer }) => scorer === 'tool_args_semantic');
    expect(score?.tally).toMatchObject({ equal: 0, wrong_shape: 0, needs_judge: 1, pairs: 1 });
    expect(score?.metrics).toEqual({ tool_args_semantic: null });
  });

  it('rows without a usable label are refused all together, with their places', async () => {
    const rows = [...ROWS, { id: 'r5' }, { id: 'r6', expected_tool: { class: 'serach' } }];
    open({ 'rows.jsonl': jsonl(...rows) });
    const { code, stderr } = await run('run --no-history');
    expect(code).toBe(2);
    expect(stderr).toContain('rows.jsonl:5');
    expect(stderr).toContain('rows.jsonl:6');
    expect(stderr.match(/ROW_LABEL/g)).toHaveLength(2);
  });

  it('shards of evals merge to the bytes of the whole, matrices too', async () => {
    const suite = `evals:\n${['one', 'two']
      .map(
        (name) =>
          `  - { name: ${name}, dataset: rows.jsonl, traces: traces.jsonl, scorers: [{ type: tool_name_match }] }\n`,
      )
      .join('')}`;
    open({ 'whichtool.yaml': suite });
    await run('run --no-history --shard 1/2 --reporter json=a.json');
    await run('run --no-history --shard 2/2 --reporter json=b.json');
    const whole = await run('run --no-history --reporter json');
    expect(await run('merge-reports b.json a.json')).toMatchObject({ stdout: whole.stdout });
  });
});

describe('score --labels', () => {
  it('joins traces to labels by case, or by their own id', async () => {
    const labels = ROWS.map(({ id, ...row }) => ({ case: id, reviewer: 'ann', ...row }));
    const traces = TRACES.map(({ case: id, ...trace }) => ({ id, ...trace }));
    open({ 'labels.jsonl': jsonl(...labels), 'traces.jsonl': jsonl(...traces) });
    const { code, stdout } = await run('score traces.jsonl --labels labels.jsonl --json');
    expect(code).toBe(0);
    const { runs, scores } = JSON.parse(stdout) as {
      runs: number;
      scores: readonly { scorer: string; tally: Record<string, number> }[];
    };
    expect(runs).toBe(4);
    expect(scores[0]).toMatchObject({ scorer: 'tool_name_match', tally: { matched: 3, cases: 4 } });
    const strict = 'score traces.jsonl --labels labels.jsonl --threshold-name 0.95';
    expect(await run(strict)).toMatchObject({ code: 1 });
  });
});

describe('report --merge-tools', () => {
  it('counts the matrix again as if tools were one, and not what it cannot know', async () => {
    open();
    await run('run --no-history --reporter json=saved.json');
    const merged = await report('report saved.json --merge-tools status,history --json');
    expect(merged.code).toBe(3);
    expect(merged.report.evals[0]?.confusion).toMatchObject({
      labels: ['status+history', '(none)'],
      matrix: [
        [3, 0],
        [0, 1],
      ],
    });
    expect(merged.report.evals[0]?.gates).toMatchObject([
      { metric: 'tool_name_match', observed: 1, pass: true },
      // The shape of the arguments of a call of `history` is not compared with a label of `status`.
      { metric: 'tool_args_shape_match', observed: null, pass: false },
      { metric: 'per_tool.recall', tool: 'status+history', observed: 1, pass: true },
      { metric: 'per_tool.recall', tool: '(none)', observed: 1, pass: true },
    ]);
    expect(await run('report saved.json --merge-tools status,serach')).toMatchObject({ code: 2 });
    expect(await run('report saved.json --merge-tools status')).toMatchObject({ code: 2 });
  });
});
