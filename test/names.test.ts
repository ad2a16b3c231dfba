import type { Report } from '#core';
import { afterEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const NAMES = new Set(['NAME_NEVER_SEEN', 'LABELS_UNMATCHED']);

async function run(
  files: Record<string, string>,
  ...flags: readonly string[]
): Promise<{ readonly code: number | null; readonly report: Report; readonly said: string[] }> {
  folder = workspace(files);
  const { code, stdout } = await whichtool(['run', '--reporter', 'json', ...flags], {
    cwd: folder.path,
  });
  const report = JSON.parse(stdout) as Report;
  const said = report.issues
    .filter((issue) => NAMES.has(issue.code))
    .map(({ code, message, hint }) => [code, message, hint ?? ''].join(' | '));
  return { code, report, said };
}

const suite = (...classes: readonly string[]): string =>
  `tests:\n  - name: t\n    traces: t.jsonl\n    equal_function_sets:\n      classes:\n${classes
    .map((one) => `        - ${one}\n`)
    .join('')}      expect: [ { tool_selection.f1: { ">=": 50 } } ]\n`;

const SEARCH = '{ name: search, members: [tavily_serach, brave] }';
const READ = '{ name: read, members: [get] }';
const run1 = (names: readonly string[], offered?: readonly string[]): object => ({
  tool_calls: names.map((name) => ({ name })),
  ...(offered === undefined ? {} : { tools: offered.map((name) => ({ name })) }),
});

it('warns of a class member that looks like a tool that was called', async () => {
  const { code, said } = await run({
    'whichtool.yaml': suite(SEARCH, READ),
    't.jsonl': jsonl(run1(['brave', 'get']), run1(['tavily_search', 'brave', 'get'])),
  });
  expect(code).toBe(0);
  expect(said).toEqual([
    'NAME_NEVER_SEEN | `tavily_serach` of class "search" was never called or offered | did you mean `tavily_search`?',
  ]);
});

it('does not warn of a member that was merely not chosen', async () => {
  const { said } = await run({
    'whichtool.yaml': suite('{ name: search, members: [brave, google.search] }', READ),
    't.jsonl': jsonl(run1(['brave', 'get'])),
  });
  expect(said).toEqual([]);
});

it('is inconclusive where every run records its tools and a class has none of them', async () => {
  const files = (second: object): Record<string, string> => ({
    'whichtool.yaml': suite('{ name: search, members: [tavily_serach] }', READ),
    't.jsonl': jsonl(run1(['get'], ['get', 'tavily_search']), second),
  });
  const known = await run(files(run1(['get'], ['get'])));
  expect([known.code, known.report.verdict]).toEqual([5, 'inconclusive']);
  expect(known.report.tests[0]?.gates[0]).toMatchObject({
    outcome: 'inconclusive',
    pass: false,
    note: 'no run was offered a member of class "search"',
  });
  expect(known.said).toHaveLength(1);
  folder.remove();
  const unknown = await run(files(run1(['get'])));
  expect([unknown.code, unknown.said.length]).toEqual([0, 1]);
  folder.remove();
  const offered = await run(files(run1(['get'], ['tavily_serach'])));
  expect([offered.code, offered.said]).toEqual([0, []]);
});

it('stays a failed gate where the gate fails', async () => {
  const { code } = await run({
    'whichtool.yaml': suite('{ name: search, members: [tavily_serach] }'),
    't.jsonl': jsonl(run1(['get'], ['get'])),
  });
  expect(code).toBe(1);
});

it('takes renamed tools as offered, and leaves tools that unwrap undecided', async () => {
  const classes = suite('{ name: search, members: [find] }', READ);
  const t = jsonl(run1(['get'], ['get', 'old_find', 'execute']));
  const renamed = await run({
    'whichtool.yaml': `aliases: { old_find: find }\n${classes}`,
    't.jsonl': t,
  });
  expect([renamed.code, renamed.said]).toEqual([0, []]);
  folder.remove();
  const wrapped = await run({
    'whichtool.yaml': `unwrap: [ { tool: execute, name: $.tool } ]\n${classes}`,
    't.jsonl': t,
  });
  expect([wrapped.code, wrapped.said.length]).toEqual([0, 1]);
});

const evalSuite = `evals:
  - name: orders
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match } ]
`;
const row = (id: number, expected: string, called: string): object => ({
  id: `r${id}`,
  expected_tool: expected,
  tool_calls: [{ name: called }],
});

it('warns of a label that no run has, and of labels that most cases do not match', async () => {
  const { said } = await run({
    'whichtool.yaml': evalSuite,
    'rows.jsonl': jsonl(
      row(1, 'get_ordr', 'get_order'),
      row(2, 'refund', 'cancel'),
      row(3, 'cancel', 'cancel'),
      row(4, 'none', 'refund'),
    ),
  });
  expect(said).toEqual([
    'LABELS_UNMATCHED | orders: only 1 of 3 cases call a tool that their row expects | labels and traces may be joined wrongly: compare the `case` of traces with the ids of rows',
    'NAME_NEVER_SEEN | `get_ordr` was never called or offered | did you mean `get_order`?',
  ]);
});

it('does not warn where half of the cases match', async () => {
  const { said } = await run({
    'whichtool.yaml': evalSuite,
    'rows.jsonl': jsonl(row(1, 'a_tool', 'a_tool'), row(2, 'a_tool', 'b_tool')),
  });
  expect(said).toEqual([]);
});

it('says in one line which tools no run called or was offered, where none is like another name', async () => {
  const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
  const tools = names.map((name) => `${name}_tool`);
  const { code, said } = await run({
    'whichtool.yaml': `tests:\n  - name: t\n    traces: t.jsonl\n    function_call_coverage: { function_calls: [${tools.join(', ')}] }\n`,
    't.jsonl': jsonl(run1(['zzz'])),
  });
  expect(code).toBe(1);
  const listed = tools.slice(0, 5).map((name) => `\`${name}\``);
  expect(said).toEqual([
    `NAME_NEVER_SEEN | ${listed.join(', ')} and 2 more were never called or offered | `,
  ]);
});

it('finds the same names in shards, which alone know less', async () => {
  const test = (name: string, member: string): string =>
    `  - name: ${name}\n    select: { agent: ${name} }\n    function_call_coverage: { function_calls: [${member}] }\n`;
  const files = {
    'whichtool.yaml': `traces: t.jsonl\ntests:\n${test('one', 'tavily_serach')}${test('two', 'fetch')}${test('three', 'nothing_like_it, zebra')}`,
    't.jsonl': jsonl(
      { agent: 'one', tool_calls: [{ name: 'fetch' }] },
      { agent: 'two', tool_calls: [{ name: 'tavily_search' }] },
      { agent: 'three', tool_calls: [] },
    ),
  };
  const { said } = await run(files);
  expect(said).toEqual([
    'NAME_NEVER_SEEN | `nothing_like_it`, `zebra` were never called or offered | ',
    'NAME_NEVER_SEEN | `tavily_serach` was never called or offered | did you mean `tavily_search`?',
  ]);
  const whole = (await whichtool(['run', '--reporter', 'json'], { cwd: folder.path })).stdout;
  for (const i of [1, 2])
    await whichtool(['run', '--shard', `${i}/2`, '--reporter', `json=s${i}.json`], {
      cwd: folder.path,
    });
  for (const order of [
    ['s1.json', 's2.json'],
    ['s2.json', 's1.json'],
  ])
    expect((await whichtool(['merge-reports', ...order], { cwd: folder.path })).stdout).toBe(whole);
});
