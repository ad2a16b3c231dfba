import { spawn } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Report } from '#core';
import { CLI, jsonl, whichtool, workspace } from './support/cli.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const two = (extra = ''): string => `tests:
  - name: one
    ${extra}
    equal_function_sets: { classes: [ { name: s, members: [a] } ], expect: [ { tool_selection.f1: { ">=": 100 } } ] }
  - name: two
    equal_function_sets: { classes: [ { name: s, members: [b] } ], expect: [ { tool_selection.f1: { ">=": 100 } } ] }
`;
const calls = (test: string, ...names: readonly string[]): unknown => ({
  test,
  tool_calls: names.map((name) => ({ name })),
});

/** Runs in a folder with these files and answers the exit code, stdout and stderr. */
async function run(
  files: Record<string, string>,
  args: readonly string[],
  options: { input?: string } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  folder = workspace(files);
  return await whichtool(['run', ...args], { cwd: folder.path, ...options });
}

it.each<[string, number, Record<string, string>, readonly string[], string?]>([
  [
    'every gate held',
    0,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a'), calls('two', 'b')) },
    ['--traces', 't.jsonl'],
  ],
  [
    'a gate failed',
    1,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a'), calls('two', 'x')) },
    ['--traces', 't.jsonl'],
  ],
  ['no suite', 2, {}, [], 'SUITE_NOT_FOUND'],
  ['a bad suite', 2, { 'whichtool.yaml': 'test: []\n' }, [], 'SUITE_UNKNOWN_KEY'],
  ['an unknown flag', 2, { 'whichtool.yaml': two() }, ['--trace', 't.jsonl'], 'Did you mean'],
  [
    'a filter that selects nothing',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a'), calls('two', 'b')) },
    ['--traces', 't.jsonl', '--filter', 'three'],
    'NOTHING_SELECTED',
  ],
  ['no tests', 2, { 'whichtool.yaml': 'tests: []\n' }, [], 'SUITE_EMPTY'],
  ['no traces anywhere', 2, { 'whichtool.yaml': two() }, [], 'NO_TRACES_FOUND'],
  [
    'a pattern that matches nothing',
    2,
    { 'whichtool.yaml': two() },
    ['--traces', 'none/*.json'],
    'NO_TRACES_FOUND',
  ],
  [
    'an empty trace file',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': '' },
    ['--traces', 't.jsonl'],
    'NO_RECORDS',
  ],
  [
    'a blank trace file',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': ' \n\n' },
    ['--traces', 't.jsonl'],
    'NO_RECORDS',
  ],
  [
    'an empty list of traces',
    2,
    { 'whichtool.yaml': two(), 't.json': '[]' },
    ['--traces', 't.json'],
    'NO_RECORDS',
  ],
  [
    'a trace that no test takes',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('three', 'a')) },
    ['--traces', 't.jsonl'],
    'TRACE_UNCLAIMED',
  ],
  [
    'the same run twice',
    2,
    {
      'whichtool.yaml': SUITE.replace('    runs: 1\n', ''),
      't.jsonl': jsonl({ run: 1, tool_calls: [] }, { run: 1, tool_calls: [{ name: 'x' }] }),
    },
    ['--traces', 't.jsonl'],
    'RUN_CONFLICT',
  ],
  [
    'more runs than the suite says',
    2,
    { 'whichtool.yaml': SUITE, 't.jsonl': `${GOOD}\n${GOOD}\n` },
    ['--traces', 't.jsonl'],
    'RUNS_TOO_MANY',
  ],
  [
    'two reporters for stdout',
    2,
    { 'whichtool.yaml': two() },
    ['--reporter', 'json', '--reporter', 'csv'],
    'FLAG_REPORTER',
  ],
  ['an unknown reporter', 2, { 'whichtool.yaml': two() }, ['--reporter', 'pdf'], 'FLAG_REPORTER'],
  [
    'a threshold on an unknown metric',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a')) },
    ['--traces', 't.jsonl', '--threshold', 'tool_selection.f2=80'],
    'tool_selection.f1',
  ],
  [
    'a threshold of the wrong unit',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a')) },
    ['--traces', 't.jsonl', '--threshold', 'tool_selection.f1=0.8'],
    'did you mean 80',
  ],
  [
    'a dataset for suites without evals',
    2,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a')) },
    ['--traces', 't.jsonl', '--dataset', 't.jsonl'],
    'NOTHING_SELECTED',
  ],
  ['a bad shard', 2, { 'whichtool.yaml': two() }, ['--shard', '3/2'], 'FLAG_SHARD'],
  [
    'a test without a trace',
    3,
    { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a')) },
    ['--traces', 't.jsonl'],
  ],
  [
    'fewer runs than the suite says',
    3,
    { 'whichtool.yaml': SUITE.replace('runs: 1', 'runs: 2'), 't.jsonl': `${GOOD}\n` },
    ['--traces', 't.jsonl'],
  ],
  [
    'a torn record',
    3,
    { 'whichtool.yaml': SUITE.replace('    runs: 1\n', ''), 't.jsonl': `${GOOD}\n{"tool_ca` },
    ['--traces', 't.jsonl'],
  ],
  [
    'a record that is not a trace',
    3,
    { 'whichtool.yaml': SUITE.replace('    runs: 1\n', ''), 't.jsonl': `${GOOD}\n{"calls":[]}\n` },
    ['--traces', 't.jsonl'],
  ],
  [
    'a run that crashed',
    3,
    {
      'whichtool.yaml': SUITE,
      't.json':
        '{"tool_calls":[{"name":"web_search","server":"brave"},{"name":"get","server":"http"}],"error":"boom"}',
    },
    ['--traces', 't.json'],
  ],
  [
    'a failed gate beside an errored run',
    1,
    { 'whichtool.yaml': SUITE.replace('    runs: 1\n', ''), 't.jsonl': `${BAD}\nnonsense\n` },
    ['--traces', 't.jsonl'],
  ],
  [
    'a report that cannot be written',
    3,
    {
      'whichtool.yaml': two(),
      't.jsonl': jsonl(calls('one', 'a'), calls('two', 'b')),
      'out/x': '',
    },
    ['--traces', 't.jsonl', '--reporter', 'json=out'],
    'OUTPUT_UNWRITABLE',
  ],
])('exits after %s with %i', async (_, code, files, args, said) => {
  const ran = await run(files, args);
  expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({ code });
  if (said !== undefined) expect(ran.stderr).toContain(said);
  expect(ran.stderr).not.toMatch(/\n\s+at .*\(?(file:|node:)/);
});

it.each([
  ['a list of required tools that a script left empty', ['--require', ''], 'FLAG_TOOLS'],
  ['a list of forbidden tools that a script left empty', ['--forbid', ' , '], 'FLAG_TOOLS'],
  ['a list of neutral tools that a script left empty', ['--neutral', ''], 'FLAG_TOOLS'],
  ['a class without tools', ['--class', 'a='], 'FLAG_CLASS'],
  ['an order of nothing', ['--mode', 'in_order'], 'FLAG_MODE'],
  ['an unknown order', ['--require', 'a', '--mode', 'ordered'], 'FLAG_MODE'],
])('scores nothing after %s', async (_, flags, said) => {
  folder = workspace({ 't.json': GOOD });
  const ran = await whichtool(['score', 't.json', ...flags], { cwd: folder.path });
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(said);
});

it.each(['', ' , '])('reads nothing with --ignore-types %j', async (types) => {
  folder = workspace({ 't.json': GOOD });
  for (const verb of ['inspect', 'score', 'convert']) {
    const ran = await whichtool([verb, 't.json', '--ignore-types', types], { cwd: folder.path });
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('names no type [FLAG_TYPES]');
  }
});

it('exits with 5 when a certificate is out of reach, and says how many runs would do', async () => {
  const suite = `tests:
  - name: t
    function_call_coverage:
      function_calls: [a]
      expect: [ { all_required_calls_made: { ">=": 0.95, certify: true } } ]
`;
  const ran = await run({ 'whichtool.yaml': suite, 't.json': '{"tool_calls":[{"name":"a"}]}' }, [
    '--traces',
    't.json',
  ]);
  expect(ran.code).toBe(5);
  expect(ran.stdout).toContain('certified >= 0.95 needs at least 73 runs without a miss');
});

it('allows a torn tail and a number of errors only when told to', async () => {
  const suite = SUITE.replace('    runs: 1\n', '');
  const torn = { 'whichtool.yaml': suite, 't.jsonl': `${GOOD}\n{"tool_ca` };
  expect((await run(torn, ['--traces', 't.jsonl', '--allow-torn-tail'])).code).toBe(0);
  folder.remove();
  const tolerant = { ...torn, 'whichtool.yaml': `max_errors: 1\n${suite}` };
  expect((await run(tolerant, ['--traces', 't.jsonl'])).code).toBe(0);
  folder.remove();
  const empty = { ...torn, 'whichtool.yaml': `errors: count_as_empty\n${suite}` };
  expect((await run(empty, ['--traces', 't.jsonl'])).code).toBe(1);
});

it('never counts a run that is not there as one without calls', async () => {
  const suite = `errors: count_as_empty
agents: { quiet: { command: [node, quiet.mjs] } }
tests: [ { name: silent, agent: quiet, prompt: hello, runs: 2, no_tools: true } ]
evals:
  - name: rows
    dataset: rows.jsonl
    traces: joined.jsonl
    scorers: [ { type: tool_name_match } ]
    expect: [ { tool_name_match: { "==": 1 } } ]
`;
  const files = {
    'whichtool.yaml': suite,
    'quiet.mjs': 'console.log(JSON.stringify({ tool_calls: [] }));\n',
    'rows.jsonl': jsonl(
      { id: '1', input: 'hi', expected_tool: 'none' },
      { id: '2', input: 'hi', expected_tool: 'none' },
    ),
    'joined.jsonl': jsonl({ case: '1', tool_calls: [] }),
  };
  const rows = await run(files, ['--filter', 'rows']);
  expect([rows.code, rows.stdout]).toEqual([3, expect.stringContaining('CASE_WITHOUT_TRACE')]);

  const driven = suite.replace('traces: joined.jsonl', 'agent: quiet');
  writeFileSync(join(folder.path, 'driven.yaml'), driven);
  writeFileSync(join(folder.path, 'kept'), 'a file in the place of the folder');
  const unmade = await whichtool(['run', 'driven.yaml', '--filter', 'rows', '--record', 'kept'], {
    cwd: folder.path,
  });
  expect([unmade.code, unmade.stdout]).toEqual([
    3,
    expect.stringContaining('no run of it was made or kept (rows.jsonl:1) [RUN_MISSING]'),
  ]);
  rmSync(join(folder.path, 'kept'));

  const silent = ['run', '--filter', 'silent'];
  const at = { cwd: folder.path };
  expect((await whichtool([...silent, '--record', 'kept'], at)).code).toBe(0);
  writeFileSync(join(folder.path, 'quiet.mjs'), 'console.log(\'{"tool_calls":[]}\');\n');
  const stale = await whichtool([...silent, '--replay', 'kept'], at);
  expect([stale.code, stale.stdout]).toEqual([3, expect.stringContaining('CASSETTE_STALE')]);
});

it('never counts an agent whose server does not start as one that called nothing', async () => {
  const suite = `errors: count_as_empty
servers: { absent: { command: ./no-such-program } }
agents: { picks: { model: lexical, servers: [absent] } }
tests: [ { name: silent, agent: picks, prompt: hello, no_tools: true } ]
`;
  const unmade = await run({ 'whichtool.yaml': suite }, []);
  expect([unmade.code, unmade.stdout]).toEqual([3, expect.stringContaining('MCP_START')]);
});

it('reads traces from stdin, and suites named after --traces', async () => {
  expect((await run({ 'whichtool.yaml': SUITE }, ['--traces', '-'], { input: GOOD })).code).toBe(0);
  folder.remove();
  expect(
    (await run({ 'other.yaml': SUITE, 'good.json': GOOD }, ['--traces', 'good.json', 'other.yaml']))
      .code,
  ).toBe(0);
});

it('replaces gates by thresholds', async () => {
  const files = { 'whichtool.yaml': SUITE, 'bad.json': BAD };
  const ran = await run(files, [
    '--traces',
    'bad.json',
    '--threshold',
    'tool_selection.f1=50',
    '--reporter',
    'json',
  ]);
  expect(ran.code).toBe(0);
  expect((JSON.parse(ran.stdout) as Report).tests[0]?.gates).toMatchObject([
    { value: 50, source: 'flag', pass: true },
  ]);
});

it('ignores traces of tests that a filter leaves out', async () => {
  const files = { 'whichtool.yaml': two(), 't.jsonl': jsonl(calls('one', 'a'), calls('two', 'x')) };
  expect((await run(files, ['--traces', 't.jsonl', '--filter', 'one'])).code).toBe(0);
});

it('keeps its verdict when the reader of its output goes away, and writes a long report whole', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `test ${i}`);
  const suite = `classes: [ { name: s, members: [a] } ]\ntests:\n${names.map((name) => `  - { name: ${name}, equal_function_sets: { classes: [s], expect: [ { tool_selection.f1: { ">=": 100 } } ] } }`).join('\n')}\n`;
  folder = workspace({
    'whichtool.yaml': suite,
    't.jsonl': jsonl(...names.map((name) => calls(name, 'x'))),
  });
  const whole = await whichtool(['run', '--traces', 't.jsonl', '--reporter', 'json'], {
    cwd: folder.path,
  });
  expect(whole.code).toBe(1);
  // Several times what a pipe takes before it is read.
  expect(whole.stdout.length).toBeGreaterThan(500_000);
  expect((JSON.parse(whole.stdout) as Report).tests).toHaveLength(500);
  const child = spawn(
    'bash',
    [
      '-c',
      `set -o pipefail; node ${CLI} run --traces t.jsonl --reporter json | head -c 100 >/dev/null; exit \${PIPESTATUS[0]}`,
    ],
    { cwd: folder.path },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  expect(await new Promise((done) => child.on('close', done))).toBe(1);
  expect(stderr).toBe('');
});

it('ends quietly when the reader of its help goes away', async () => {
  const child = spawn('bash', ['-c', `node ${CLI} --help | true; exit \${PIPESTATUS[0]}`]);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
  expect(stderr).toBe('');
});

it('says so and exits with 3 when stdout is full', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'good.json': GOOD });
  const child = spawn(process.execPath, [CLI, 'run', '--traces', 'good.json'], {
    cwd: folder.path,
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  expect(await new Promise((done) => child.on('close', done))).toBe(3);
  expect(stderr).toContain('OUTPUT_UNWRITABLE');
});

it('renders a saved report again with the exit code of its verdict', async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'bad.json': BAD });
  await whichtool(['run', '--traces', 'bad.json', '--reporter', 'json=report.json'], {
    cwd: folder.path,
  });
  const again = await whichtool(['report', 'report.json'], { cwd: folder.path });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain('shell.exec');
  folder.write('broken.json', '{"schemaVersion": 2}');
  const broken = await whichtool(['report', 'broken.json'], { cwd: folder.path });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain('REPORT_VERSION');
  expect((await whichtool(['report', join('no', 'where.json')], { cwd: folder.path })).code).toBe(
    2,
  );
});

it('says beside the figures of score --json what is not in them', async () => {
  folder = workspace({ 't.jsonl': `${jsonl(calls('one', 'a'))}{"half` });
  const args = [
    'score',
    't.jsonl',
    '--class',
    's=b',
    '--threshold',
    'tool_selection.f1=80',
    '--json',
  ];
  const { code, stdout, stderr } = await whichtool(args, { cwd: folder.path });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ runs: 1 });
  expect(stderr).toMatch(/^t\.jsonl:2 .*\[TRACE_TORN_TAIL\]$/m);
  expect(stderr).toContain('the gate of tool_selection.f1 did not hold: 0\n');
});

it.each([
  ['a failed gate', 'x', 1],
  ['nothing else wrong', 'b', 3],
] as const)('a report that cannot be written beside %s', async (_what, tool, expected) => {
  const files = {
    'whichtool.yaml': two(),
    't.jsonl': jsonl(calls('one', 'a'), calls('two', tool)),
    'a-file': '',
  };
  const unwritable = ['--reporter', 'html=a-file/r.html', '--reporter', 'json=/proc/x/y/r.json'];
  const { code, stdout, stderr } = await run(files, [
    '--traces',
    't.jsonl',
    ...unwritable,
    '--reporter',
    'junit=r.xml',
  ]);
  expect(code).toBe(expected);
  expect(stdout).toContain(tool === 'x' ? '✗ FAIL' : '✓ PASS');
  expect(stderr).toContain('a-file/r.html');
  expect(stderr).toContain('/proc/x/y/r.json');
  expect(readFileSync(join(folder.path, 'r.xml'), 'utf8')).toContain('<testsuites');
});
