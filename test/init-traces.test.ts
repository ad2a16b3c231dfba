import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SEARCH = { name: 'search', arguments: { q: 'news' }, status: 'ok' };
const READ = { name: 'read', arguments: { url: 'x' }, status: 'ok' };
const USAGE = { usage: { input_tokens: 90, output_tokens: 10, cost: 0.01 } };

/** Twelve runs that search; ten of them read; one read fails. */
const RUNS = Array.from({ length: 12 }, (_, i) => ({
  id: `r${i}`,
  input: `question ${i}`,
  tool_calls: [SEARCH, ...(i < 10 ? [i === 0 ? { ...READ, status: 'error' } : READ] : [])],
  tools: [{ name: 'search' }, { name: 'read' }],
  output: 'done',
  ...USAGE,
}));

interface Gate {
  readonly metric: string;
  readonly op: string;
  readonly value: string;
  readonly reason: string;
}

interface Drafted {
  readonly suite: string;
  readonly written: boolean;
  readonly files: readonly { readonly file: string; readonly format: string }[];
  readonly notMeasured: readonly string[];
  readonly text?: string;
  readonly tests: readonly {
    readonly name: string;
    readonly traces: readonly string[];
    readonly gates: readonly Gate[];
    readonly ungated: readonly { readonly metric: string; readonly why: string }[];
  }[];
}

const run = (...args: readonly string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });

async function draft(...args: readonly string[]): Promise<Drafted> {
  const { code, stdout, stderr } = await run('init', '--json', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Drafted;
}

function suiteText(path = 'whichtool.yaml'): string {
  return readFileSync(join(folder.path, path), 'utf8');
}

async function expectToHold(...suite: readonly string[]): Promise<void> {
  expect(await run('validate', ...suite)).toMatchObject({ code: 0 });
  expect(await run('run', ...suite)).toMatchObject({ code: 0 });
}

it('writes gates just below the figures of the runs of the project', async () => {
  folder = workspace({ 'package.json': '{}', 'traces/runs.jsonl': jsonl(...RUNS) });
  const { tests, files } = await draft();
  expect(files).toEqual([{ file: 'traces/runs.jsonl', format: 'native' }]);
  expect(tests).toMatchObject([{ name: 'runs of traces', traces: ['traces/'] }]);
  const gates = Object.fromEntries(
    tests[0]!.gates.map(({ metric, op, value }) => [metric, `${op} ${value}`]),
  );
  // 22 of 24 jobs are done: F1 = 44 / 46 = 95.65 %. By run: ten with 4 of 4, two with 2 of 3. Residuals
  // 4 - 4 F and 2 - 3 F, their squares 10 * 0.0302 + 2 * 0.7561 = 1.8147; the standard error is
  // sqrt(12 / 11 * 1.8147) / 46 = 0.03059; t(0.975, 11) = 2.201; the lower end is 0.9565 - 0.0673 = 0.889.
  expect(gates).toEqual({
    'tool_selection.precision': '>= 100',
    'tool_selection.f1': '>= 88',
    'hallucinated.calls': '== 0',
    'unparsed_args.calls': '== 0',
    'failed.calls': '<= 1',
    'duplicate.calls': '== 0',
    'text_calls.runs': '== 0',
    'runs.without_calls': '== 0',
    // Mean 22 / 12 = 1.833; its interval ends at 2.081, a tenth above is 2.017.
    'calls.mean': '<= 2.09',
    'tokens.mean': '<= 110',
    'cost.mean': '<= 0.011',
  });
  expect(tests[0]!.ungated.map(({ metric }) => metric)).toEqual(['invalid_args.calls']);
  const text = suiteText();
  expect(text).toContain('1 today, in 1 of 12 runs (95 % interval 1.4-35.4 %)');
  expect(text).toContain(
    '0 today in 12 runs. That fits an agent with one in up to 25 % of its runs',
  );
  expect(text).toContain('# No gate on invalid_args.calls: 12 of 12 runs do not record');
  await expectToHold();
});

it.each([
  ['calls an unknown tool', { tool_calls: [{ ...SEARCH, name: 'shell' }, READ] }],
  ['fails', { tool_calls: [SEARCH, { ...READ, status: 'error' }] }],
  ['calls nothing', { tool_calls: [] }],
  ['calls in a loop', { tool_calls: Array.from({ length: 9 }, () => SEARCH) }],
  ['costs much more', { usage: { input_tokens: 90, output_tokens: 10, cost: 0.1 } }],
])('turns red when a run %s', async (_, change) => {
  folder = workspace({ 'package.json': '{}', 'traces/runs.jsonl': jsonl(...RUNS) });
  await draft();
  const worse = RUNS.map((trace, i) => (i === 5 ? { ...trace, ...change } : trace));
  folder.write('traces/runs.jsonl', jsonl(...worse));
  expect(await run('run')).toMatchObject({ code: 1 });
});

it('asks for nothing that only some runs need, and for what most call', async () => {
  const tools = ['book', 'cancel', 'change', 'refund', 'rate', 'note'];
  const runs = tools.map((name, i) => ({ id: `r${i}`, tool_calls: [SEARCH, { name }] }));
  folder = workspace({ 'package.json': '{}', 'runs/a.jsonl': jsonl(...runs) });
  const { tests } = await draft();
  const metrics = tests[0]!.gates.map(({ metric, value }) => `${metric} ${value}`);
  expect(metrics.slice(0, 2)).toEqual([
    'tool_selection.precision 100',
    'all_required_calls_made 1',
  ]);
  expect(suiteText()).toContain('function_calls: [search]');
  expect(suiteText()).toContain('6 runs are too few for an interval');
  await expectToHold();
});

it('writes a test for each name that runs have', async () => {
  const of = (test: string, name: string): object => ({ test, tool_calls: [{ name }] });
  const runs = [of('finds', 'search'), of('reads', 'read'), of('finds', 'search')];
  const lines = jsonl(...runs.map((trace, i) => ({ ...trace, run: i + 1 })));
  folder = workspace({
    'package.json': '{}',
    'runs/a.jsonl': lines,
  });
  const { tests } = await draft();
  expect(tests.map(({ name }) => name)).toEqual(['finds', 'reads']);
  await expectToHold();
  // A line that cannot be read is of no test that is known: then there is one for all.
  folder.write('runs/a.jsonl', `${lines}{ "tool_calls": 3 }\n`);
  expect((await draft('--force')).tests.map(({ name }) => name)).toEqual(['runs of runs']);
  await expectToHold();
});

it('allows runs that crashed as many times as today, and says why', async () => {
  const runs = [...RUNS, { id: 'x', tool_calls: [], error: 'out of memory' }];
  folder = workspace({ 'package.json': '{}', 'runs/a.jsonl': jsonl(...runs) });
  await draft();
  expect(suiteText()).toMatch(/max_errors: 1 # as many are not measured today.*\[RUN_CRASHED\]/);
  await expectToHold();
  folder.write('runs/b.jsonl', jsonl({ id: 'y', tool_calls: [], error: 'out of memory' }));
  expect(await run('run')).toMatchObject({ code: 3 });
});

it('writes nothing where no run can be measured', async () => {
  const crashed = [{ id: 'x', tool_calls: [], error: 'out of memory' }];
  folder = workspace({ 'package.json': '{}', 'runs/a.jsonl': jsonl(...crashed) });
  const made = await run('init');
  expect(made).toMatchObject({ code: 2, stdout: '' });
  expect(made.stderr).toContain('INIT_UNMEASURED');
  expect(existsSync(join(folder.path, 'whichtool.yaml'))).toBe(false);
});

it('reads no file that git ignores, unless it is named', async () => {
  folder = workspace({
    'package.json': '{}',
    '.gitignore': 'logs/\n',
    'logs/a.jsonl': jsonl(...RUNS),
    'node_modules/x/b.jsonl': jsonl(...RUNS),
  });
  const example = await run('init', '--dry-run');
  expect(example).toMatchObject({ code: 0 });
  expect(example.stdout).toContain('no traces here');
  expect(example.stdout).not.toContain('looked at');
  expect((await draft('logs')).files).toEqual([{ file: 'logs/a.jsonl', format: 'native' }]);
  await expectToHold();
});

it('names the files that it looked at where none has traces', async () => {
  folder = workspace({ 'package.json': '{}', 'data/rows.json': '{ "theme": "dark" }' });
  const { stdout } = await run('init', '--dry-run');
  expect(stdout).toContain('looked at, and not traces: data/rows.json; why: whichtool inspect');
});

it('names files one by one where their folder has others', async () => {
  folder = workspace({
    'package.json': '{}',
    'data/a.runs.jsonl': jsonl(...RUNS.slice(0, 6)),
    'data/b.runs.jsonl': jsonl(...RUNS.slice(6)),
    'data/settings.json': '{ "theme": "dark" }',
  });
  const { tests } = await draft('data');
  expect(tests[0]!.traces).toEqual(['data/*.runs.jsonl']);
  const again = await run('init', '--dry-run', '--force');
  expect(again.stderr).toContain('not traces, so not in the suite: data/settings.json\n');
  await expectToHold();
});

it('adds nothing to a folder of traces, and writes where it is told', async () => {
  folder = workspace({ 'traces/a.jsonl': jsonl(...RUNS) });
  const cwd = join(folder.path, 'traces');
  const refused = await whichtool(['init'], { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('INIT_TRACES');
  expect(readdirSync(cwd)).toEqual(['a.jsonl']);
  expect(await whichtool(['init', '--out', '..'], { cwd })).toMatchObject({ code: 0 });
  expect(readdirSync(cwd)).toEqual(['a.jsonl']);
  await expectToHold();
});

it('overwrites no suite of any name', async () => {
  folder = workspace({
    'package.json': '{}',
    'traces/a.jsonl': jsonl(...RUNS),
    'whichtool.yml': 'mine\n',
  });
  const refused = await run('init');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('INIT_EXISTS');
  expect(existsSync(join(folder.path, 'whichtool.yaml'))).toBe(false);
});

it('prints the suite and writes nothing with --dry-run', async () => {
  folder = workspace({ 'package.json': '{}', 'traces/a.jsonl': jsonl(...RUNS) });
  const { code, stdout, stderr } = await run('init', '--dry-run');
  expect(code).toBe(0);
  expect(stderr).toContain('would write whichtool.yaml: 1 test, 11 gates');
  expect(existsSync(join(folder.path, 'whichtool.yaml'))).toBe(false);
  expect((await draft('--dry-run')).text).toBe(stdout);
  folder.write('whichtool.yaml', stdout);
  await expectToHold();
});

it('takes names of tools as text, whatever is in them', async () => {
  const names = [
    'a: b # c',
    '- x',
    '{{ tool }}',
    '"quoted" \\',
    'line\nbreak',
    '__proto__',
    'null',
  ];
  const runs = names.map((name, i) => ({ id: `r${i}`, tool_calls: [{ name, server: 's.t' }] }));
  folder = workspace({ 'package.json': '{}', 'traces/a.jsonl': jsonl(...runs) });
  await draft();
  await expectToHold();
});

it.each(['-', 'langfuse://project'])('needs traces in files, not %s', async (source) => {
  folder = workspace({ 'package.json': '{}' });
  const refused = await run('init', source);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('INIT_TRACES');
});

it('says that a file is not traces', async () => {
  folder = workspace({ 'package.json': '{}', 'notes.json': '{ "a": 1 }' });
  for (const path of ['notes.json', 'absent.jsonl', '*.jsonl']) {
    const refused = await run('init', path);
    expect(refused.code).toBe(2);
    expect(refused.stdout).toBe('');
  }
});

it('puts an example into a folder of its own in a project without traces', async () => {
  folder = workspace({ 'package.json': '{}', 'src/main.ts': '' });
  const made = await run('init');
  expect(made.code).toBe(0);
  expect(made.stdout).toContain('Now run it:  npx whichtool run whichtool\n');
  expect(readdirSync(folder.path).toSorted()).toEqual([
    '.github',
    'package.json',
    'src',
    'whichtool',
  ]);
  expect(suiteText('.github/workflows/whichtool.yml')).toContain('whichtool run whichtool ');
  await expectToHold('whichtool');
  // Its traces have a suite: they are not those of the project.
  expect(await run('init')).toMatchObject({ code: 2 });
});

it('prints lines that fit a terminal of 80 columns', async () => {
  folder = workspace({
    'package.json': '{}',
    'traces/runs.jsonl': jsonl({ tool_calls: [SEARCH] }),
  });
  const { code, stdout } = await whichtool(['init'], { cwd: folder.path, env: { COLUMNS: '80' } });
  expect(code).toBe(0);
  expect(stdout).toContain('without a gate, as the suite explains: ');
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
