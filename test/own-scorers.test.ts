import { execFileSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, spawnWhichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const ROWS = jsonl(
  { id: 'a', want: 2, tool_calls: [{ name: 'x' }, { name: 'y' }] },
  { id: 'b', want: 1, tool_calls: [{ name: 'x' }, { name: 'y' }, { name: 'z' }] },
);

const suite = (scorer: string, expectation = ''): string => `evals:
  - name: own
    dataset: rows.jsonl
    scorers:
      - ${scorer}
    ${expectation}
`;

async function run(
  files: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number | null; report: Report | null; stderr: string }> {
  folder = workspace({ 'package.json': '{}', 'rows.jsonl': ROWS, ...files });
  const { code, stdout, stderr } = await spawnWhichtool(['run', '--reporter', 'json', ...args], {
    cwd: folder.path,
  });
  return { code, report: stdout === '' ? null : (JSON.parse(stdout) as Report), stderr };
}

it('sums the named integers of a module, TypeScript included, and folds them', async () => {
  const { code, report } = await run({
    'whichtool.yaml': suite(
      '{ type: module, key: count, module: ./count.ts#score, metrics: [mean, min, max, std_dev, frequency] }',
      'expect: [ { count.calls.mean: { ">=": 2.5 } } ]',
    ),
    'count.ts': `type Row = { want: number };
export function score(row: Row, trace: { tool_calls: unknown[] }): Record<string, number> {
  const calls: number = trace.tool_calls.length;
  return { calls, pass: calls === row.want ? 1 : 0 };
}`,
  });
  expect(code).toBe(0);
  expect(report?.evals[0]?.scores[0]).toMatchObject({
    scorer: 'module',
    key: 'count',
    tally: { calls: 5, pass: 1 },
    metrics: {
      'count.calls': 5,
      'count.pass': 1,
      'count.calls.mean': 2.5,
      'count.calls.min': 2,
      'count.calls.max': 3,
      'count.calls.std_dev': 0.5,
      'count.pass.frequency': 0.5,
    },
  });
  expect(report?.evals[0]?.cases.map((one) => one.verdict)).toEqual(['pass', 'fail']);
});

it('asks a command line by line, and ends it', async () => {
  const { code, report } = await run({
    'whichtool.yaml': suite('{ type: command, key: c, command: [node, score.mjs] }'),
    'score.mjs': `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { row, trace } = JSON.parse(line);
  console.log(JSON.stringify({ over: Math.max(0, trace.tool_calls.length - row.want) }));
}`,
  });
  expect(code).toBe(0);
  expect(report?.evals[0]?.scores[0]).toMatchObject({ scorer: 'command', tally: { over: 2 } });
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain('score.mjs');
});

it.each([
  ['is not there', '{ type: command, key: c, command: [no-such-program-here] }', ''],
  [
    'answers nonsense',
    '{ type: command, key: c, command: [node, s.mjs] }',
    'process.stdin.on("data", () => console.log("hello"))',
  ],
  [
    'dies',
    '{ type: command, key: c, command: [node, s.mjs] }',
    'console.error("out of luck"); process.exit(7)',
  ],
  [
    'says nothing',
    '{ type: command, key: c, command: [node, s.mjs], timeout_ms: 300 }',
    'setInterval(() => {}, 1000)',
  ],
  [
    'answers with a fraction',
    '{ type: command, key: c, command: [node, s.mjs] }',
    'process.stdin.on("data", () => console.log(\'{"x":0.5}\'))',
  ],
])('makes the cases errors when a command %s', async (_, scorer, script) => {
  const { code, report } = await run({ 'whichtool.yaml': suite(scorer), 's.mjs': script });
  expect(code).toBe(3);
  expect(report?.evals[0]?.unmeasured.items[0]).toMatchObject({ case: 'a', code: 'SCORER_FAILED' });
});

it('explains a module that cannot be used', async () => {
  const missing = await run({
    'whichtool.yaml': suite('{ type: module, key: m, module: ./none.mjs }'),
  });
  expect(missing.code).toBe(2);
  folder.remove();
  const other = await run({
    'whichtool.yaml': suite('{ type: module, key: m, module: "./m.mjs#nope" }'),
    'm.mjs': 'export const scores = () => ({})',
  });
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('has no function "nope"');
  expect(other.stderr).toContain('it exports scores');
});

it('starts nothing with --no-exec, nor by default where CI says that the change comes from a fork', async () => {
  const files = {
    'whichtool.yaml': suite('{ type: module, key: m, module: ./m.mjs }'),
    'm.mjs': 'throw new Error("ran")',
  };
  const refused = await run(files, '--no-exec');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('EXEC_REFUSED');
  folder.write('event.json', '{"pull_request":{"head":{"repo":{"fork":true}}}}');
  const forked = await spawnWhichtool(['run'], {
    cwd: folder.path,
    env: { GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: `${folder.path}/event.json` },
  });
  expect(forked.code).toBe(2);
  expect(forked.stderr).toContain('EXEC_REFUSED');
});

it('folds by a module of the user', async () => {
  const { code, report } = await run({
    'whichtool.yaml': suite(
      '{ type: function_call_coverage, key: k, function_calls: [x, y], metrics: [mean, { module: ./median.mjs }] }',
    ),
    'median.mjs': 'export default (rows) => rows.map((row) => row.num_unrequired_calls).sort()[1]',
  });
  expect(code).toBe(0);
  expect(report?.evals[0]?.scores[0]?.metrics).toMatchObject({
    'k.required_calls_coverage.mean': 1,
    'k.median': 1,
  });
});

it('asks about errored runs too, where they count as runs without calls', async () => {
  const { code, report } = await run({
    'rows.jsonl': jsonl(
      { id: 'a', want: 1, tool_calls: [{ name: 'x' }] },
      { id: 'b', want: 1, trace: { tool_calls: [], error: 'crashed' } },
    ),
    'whichtool.yaml': suite(
      '{ type: module, key: count, module: ./count.ts#score }',
      'errors: count_as_empty\n    expect: [ { count.pass: { ">=": 2 } } ]',
    ),
    'count.ts':
      'export const score = (row, trace) => ({ asked: 1, pass: trace.tool_calls.length === row.want ? 1 : 0 });',
  });
  expect(code).toBe(1);
  expect(report?.evals[0]).toMatchObject({
    scores: [{ tally: { asked: 2, pass: 1 } }],
    cases: [
      { id: 'a', verdict: 'pass' },
      { id: 'b', verdict: 'fail' },
    ],
  });
});
