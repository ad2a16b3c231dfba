import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const block = 'call_checks: true';

async function run(
  files: Record<string, string>,
  ...args: readonly string[]
): Promise<{
  code: number | null;
  runs: Record<string, number>;
  report: Report | null;
  stderr: string;
}> {
  folder = workspace({ 'package.json': '{}', ...files });
  const { code, stdout, stderr } = await whichtool(['run', '--reporter', 'json', ...args], {
    cwd: folder.path,
  });
  const report = stdout === '' ? null : (JSON.parse(stdout) as Report);
  return {
    code,
    stderr,
    report,
    runs: Object.fromEntries((report?.tests ?? []).map((test) => [test.name, test.runs])),
  };
}

describe('which trace belongs to which test', () => {
  it('goes by the path that one test names, whatever the trace says', async () => {
    const { runs } = await run({
      'whichtool.yaml': `tests:\n  - { name: a, traces: a.json, ${block} }\n  - { name: b, traces: "b/*.json", ${block} }\n`,
      'a.json': '{"test":"b","tool_calls":[]}',
      'b/1.json': '{"tool_calls":[]}',
      'b/2.json': '{"tool_calls":[]}',
    });
    expect(runs).toEqual({ a: 1, b: 2 });
  });

  it('goes by name where two tests name one file, and where the suite names it', async () => {
    const traces = jsonl(
      { test: 'a', tool_calls: [] },
      { test: 'b', tool_calls: [] },
      { test: 'b', tool_calls: [] },
    );
    const both = await run({
      'whichtool.yaml': `tests:\n  - { name: a, traces: t.jsonl, ${block} }\n  - { name: b, traces: t.jsonl, ${block} }\n`,
      't.jsonl': traces,
    });
    expect(both.runs).toEqual({ a: 1, b: 2 });
    folder.remove();
    const shared = await run({
      'whichtool.yaml': `traces: t.jsonl\ntests:\n  - { name: a, ${block} }\n  - { name: b, ${block} }\n`,
      't.jsonl': traces,
    });
    expect(shared.runs).toEqual({ a: 1, b: 2 });
    folder.remove();
    const agent = await run({
      'whichtool.yaml': `agents: { x: { traces: t.jsonl } }\ntests:\n  - { name: a, agent: x, ${block} }\n  - { name: b, agent: x, ${block} }\n`,
      't.jsonl': traces,
    });
    expect(agent.runs).toEqual({ a: 1, b: 2 });
  });

  it('goes by select: agent, input, tag and metadata, values or patterns', async () => {
    const { runs, code } = await run(
      {
        'whichtool.yaml': `tests:
  - { name: by agent, select: { agent: researcher }, ${block} }
  - { name: by input, select: { input: { $matches: "^refund" } }, ${block} }
  - { name: by tag, select: { tag: nightly }, ${block} }
  - { name: by metadata, select: { metadata: { tier: gold } }, ${block} }
`,
        't.jsonl': jsonl(
          { agent: 'researcher', tool_calls: [] },
          { input: 'refund my order', tool_calls: [] },
          { input: 'please refund', metadata: { tags: ['daily', 'nightly'] }, tool_calls: [] },
          { metadata: { tier: 'gold' }, tool_calls: [] },
        ),
      },
      '--traces',
      't.jsonl',
    );
    expect(code).toBe(0);
    expect(runs).toEqual({ 'by agent': 1, 'by input': 1, 'by tag': 1, 'by metadata': 1 });
  });

  it('goes to the only test', async () => {
    expect(
      (
        await run(
          {
            'whichtool.yaml': `tests:\n  - { name: a, ${block} }\n`,
            't.json': '{"tool_calls":[]}',
          },
          '--traces',
          't.json',
        )
      ).runs,
    ).toEqual({ a: 1 });
  });

  it('is an error that lists the traces which two tests or none take', async () => {
    const { code, stderr } = await run(
      {
        'whichtool.yaml': `tests:\n  - { name: a, select: { agent: x }, ${block} }\n  - { name: b, select: { agent: x }, ${block} }\n`,
        't.jsonl': jsonl(
          { agent: 'x', tool_calls: [] },
          { agent: 'y', tool_calls: [] },
          { test: 'c', tool_calls: [] },
        ),
      },
      '--traces',
      't.jsonl',
    );
    expect(code).toBe(2);
    expect(stderr).toContain('t.jsonl:1 2 tests take this trace: "a", "b"');
    expect(stderr).toContain('t.jsonl:2 no test takes this trace: it names no test');
    expect(stderr).toContain('t.jsonl:3 no test takes this trace: there is no test "c"');
  });

  it('says what to do where several tests name one file, with one hint for all traces', async () => {
    const { code, stderr } = await run({
      'whichtool.yaml': `tests:\n  - { name: a, traces: t.jsonl, ${block} }\n  - { name: b, traces: t.jsonl, ${block} }\n`,
      't.jsonl': jsonl({ tool_calls: [] }, { case: '13', tool_calls: [{ name: 'x' }] }),
    });
    expect(code).toBe(2);
    expect(stderr).toContain(
      't.jsonl:2 2 tests name this file, and a trace belongs to one test: "a", "b" [TRACE_UNCLAIMED]',
    );
    expect(stderr.match(/hint: write one test/g)).toHaveLength(1);
  });

  it('says how traces are joined where no row of an eval takes them', async () => {
    const { code, stderr } = await run({
      'whichtool.yaml':
        'evals:\n  - name: a\n    dataset: rows.jsonl\n    traces: t.jsonl\n    scorers: [{ type: tool_name_match }]\n',
      'rows.jsonl': jsonl({ id: '1', expected_tool: 'x' }),
      't.jsonl': jsonl({ tool_calls: [] }, { case: '13', tool_calls: [] }),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('t.jsonl:1 no row takes this trace: it has no case');
    expect(stderr).toContain('t.jsonl:2 no row takes this trace: no row has the id "13"');
    expect(stderr.match(/hint: put "case"/g)).toHaveLength(1);
  });

  it('takes one record read twice for one run, and refuses two runs with one id', async () => {
    const suite = `tests:\n  - { name: a, ${block} }\n`;
    const same = { id: 'r1', tool_calls: [{ name: 'x' }] };
    expect(
      (await run({ 'whichtool.yaml': suite, 't.jsonl': jsonl(same, same) }, '--traces', 't.jsonl'))
        .runs,
    ).toEqual({ a: 1 });
    folder.remove();
    const other = await run(
      { 'whichtool.yaml': suite, 't.jsonl': jsonl(same, { id: 'r1', tool_calls: [] }) },
      '--traces',
      't.jsonl',
    );
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('RUN_CONFLICT');
  });

  it.each([
    ['requester', { tool_calls: [{ name: 'x', requester: 'helper' }] }],
    ['usage', { usage: { cost: 1 } }],
    ['tools', { tools: [{ name: 'x' }] }],
    ['metadata', { metadata: { tier: 'gold' } }],
  ])('refuses two runs with one id and another %s, in either order', async (_what, other) => {
    const suite = `tests:\n  - { name: a, ${block} }\n`;
    const pair = [
      { id: 'r1', tool_calls: [{ name: 'x' }] },
      { id: 'r1', tool_calls: [{ name: 'x' }], ...other },
    ];
    for (const runs of [pair, [...pair].reverse()]) {
      const ran = await run(
        { 'whichtool.yaml': suite, 't.jsonl': jsonl(...runs) },
        '--traces',
        't.jsonl',
      );
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('RUN_CONFLICT')]);
      folder.remove();
    }
  });

  it('takes several tasks and cases with the same ids and numbers', async () => {
    const task = (name: string, trial: number, tool: string): unknown => ({
      id: `trial-${trial}`,
      case: name,
      run: trial,
      tool_calls: [{ name: tool }],
    });
    folder = workspace({
      'package.json': '{}',
      't.jsonl': jsonl(
        task('1', 1, 'a'),
        task('1', 2, 'b'),
        task('2', 1, 'c'),
        task('2', 2, 'd'),
        task('2', 2, 'd'),
      ),
    });
    const scored = await whichtool(['score', 't.jsonl', '--json'], { cwd: folder.path });
    expect([scored.code, JSON.parse(scored.stdout)]).toMatchObject([0, { runs: 4 }]);
    folder.write('t.jsonl', jsonl(task('1', 1, 'a'), task('1', 1, 'b')));
    const conflict = await whichtool(['score', 't.jsonl'], { cwd: folder.path });
    expect([conflict.code, conflict.stderr]).toEqual([2, expect.stringContaining('RUN_CONFLICT')]);
  });

  it('counts an empty file as one errored record beside others, in every command', async () => {
    const good = '{"tool_calls":[{"name":"x"}]}';
    folder = workspace({
      'package.json': '{}',
      'whichtool.yaml': `tests:\n  - { name: a, ${block} }\n`,
      't/a.json': good,
      't/b.json': '',
      't/c.jsonl': ' \n',
      't/d.json': '[]',
      't/e.json': good,
    });
    const commands = [
      ['run', '--traces', 't'],
      ['score', 't'],
      ['inspect', 't'],
      ['convert', 't'],
      ['sample', 't', '--out', 'drawn'],
    ];
    for (const args of commands) {
      const ran = await whichtool(args, { cwd: folder.path });
      expect([args[0], ran.code]).toEqual([args[0], 3]);
      expect(ran.stdout + ran.stderr).toContain('NO_RECORDS');
    }
    const converted = await whichtool(['convert', 't'], { cwd: folder.path });
    expect(converted.stdout.trim().split('\n')).toHaveLength(5);
    for (const args of commands) {
      const alone = args.map((arg) => (arg === 't' ? 't/b.json' : arg.replace('drawn', 'more')));
      const ran = await whichtool(alone, { cwd: folder.path });
      expect([args[0], ran.code, ran.stdout]).toEqual([args[0], 2, '']);
      expect(ran.stderr).toContain('NO_RECORDS');
    }
  });

  it('orders runs by number, then path, then position', async () => {
    const { report } = await run(
      {
        'whichtool.yaml': 'tests:\n  - { name: a, equal_function_sets: { classes: [] } }\n',
        'b.jsonl': jsonl(
          { run: 2, tool_calls: [{ name: 'second' }] },
          { tool_calls: [{ name: 'fourth' }] },
        ),
        'a.jsonl': jsonl(
          { tool_calls: [{ name: 'third' }] },
          { run: 1, tool_calls: [{ name: 'first' }] },
        ),
      },
      '--traces',
      'b.jsonl',
      'a.jsonl',
    );
    expect(report?.tests[0]?.scores[0]?.calls).toMatchObject([
      { run: 1, tool: 'first' },
      { run: 2, tool: 'second' },
      { run: 3, tool: 'third' },
      { run: 4, tool: 'fourth' },
    ]);
  });

  it.each(['t/link.json', 't/*.json', 't'])(
    'does not follow a link out of the project that a suite names as %s',
    async (traces) => {
      const outside = workspace({ 'secret.json': '{"tool_calls":[]}' });
      folder = workspace({
        'package.json': '{}',
        'whichtool.yaml': `tests:\n  - { name: a, traces: "${traces}", ${block} }\n`,
        't/x': '',
      });
      symlinkSync(join(outside.path, 'secret.json'), join(folder.path, 't/link.json'));
      const ran = await whichtool(['run'], { cwd: folder.path });
      outside.remove();
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(traces);
      expect(ran.stderr).not.toContain(outside.path);
      expect(ran.stderr).not.toContain(folder.path);
    },
  );
});

describe('which trace belongs to which row', () => {
  const suite = `evals:
  - name: e
    dataset: rows.jsonl
    traces: t.jsonl
    scorers: [ { type: function_call_coverage, function_calls: "{{ sample.need }}" } ]
`;

  it('is joined by case; a row without a trace is not measured', async () => {
    const { code, report } = await run({
      'whichtool.yaml': suite,
      'rows.jsonl': jsonl(
        { id: 'a', need: ['x'] },
        { id: 'b', need: ['y'] },
        { id: 'c', need: ['z'] },
      ),
      't.jsonl': jsonl(
        { case: 'b', tool_calls: [{ name: 'y' }] },
        { case: 'a', tool_calls: [{ name: 'q' }] },
      ),
    });
    expect(code).toBe(3);
    expect(report?.evals[0]?.cases).toMatchObject([
      { id: 'a', verdict: 'fail' },
      { id: 'b', verdict: 'pass' },
      { id: 'c', verdict: 'error' },
    ]);
    expect(report?.evals[0]?.unmeasured.items).toMatchObject([
      { case: 'c', code: 'CASE_WITHOUT_TRACE', where: 'rows.jsonl:3' },
    ]);
  });

  it('does not score the run that a row carries where traces are given', async () => {
    const rows = jsonl(
      { id: 'a', need: ['x'], tool_calls: [{ name: 'x' }] },
      { id: 'b', need: ['y'], tool_calls: [{ name: 'y' }] },
    );
    const { code, report } = await run(
      {
        'whichtool.yaml': suite.replace('    traces: t.jsonl\n', ''),
        'rows.jsonl': rows,
        'new.jsonl': jsonl({ case: 'a', tool_calls: [{ name: 'x' }] }),
      },
      '--traces',
      'new.jsonl',
    );
    expect(code).toBe(3);
    expect(report?.evals[0]?.cases).toMatchObject([
      { id: 'a', verdict: 'pass' },
      { id: 'b', verdict: 'error' },
    ]);
    expect(report?.evals[0]?.unmeasured.items[0]).toMatchObject({
      code: 'CASE_WITHOUT_TRACE',
      message: expect.stringContaining('the run that the row carries is not used') as string,
    });
  });

  it('takes the tools of a row as the catalog of its case', async () => {
    const checks = `evals:
  - { name: e, dataset: rows.jsonl, scorers: [ { type: call_checks } ] }
`;
    const call = [{ name: 'made_up' }];
    const { report } = await run({
      'whichtool.yaml': checks,
      'rows.jsonl': jsonl(
        { id: 'ours', tools: [{ name: 'x' }], tool_calls: call },
        {
          id: 'openai',
          tools: [{ type: 'function', function: { name: 'made_up' } }],
          tool_calls: call,
        },
        { id: 'none', tools: [], tool_calls: call },
        { id: 'own', tools: [], trace: { tools: [{ name: 'made_up' }], tool_calls: call } },
      ),
    });
    expect(report?.evals[0]?.scores[0]?.calls).toMatchObject([
      { case: 'ours', verdict: 'hallucinated' },
      { case: 'none', verdict: 'hallucinated' },
    ]);
    folder.remove();
    const odd = await run({
      'whichtool.yaml': checks,
      'rows.jsonl': jsonl({ id: 'a', tools: 'x, y', tool_calls: [] }, { id: 'b', tool_calls: [] }),
    });
    expect(odd.code).toBe(3);
    expect(odd.report?.evals[0]?.unmeasured.items).toMatchObject([
      { case: 'a', message: expect.stringContaining('tools must be a list') as string },
    ]);
  });

  it('takes a row that expects nothing for an ordinary row', async () => {
    const { code, report } = await run({
      'whichtool.yaml': `evals:
  - name: e
    dataset: rows.jsonl
    scorers: [ { type: equal_function_sets, classes: "{{ sample.classes }}" } ]
    expect: [ { tool_selection.f1: { ">=": 100 } } ]
`,
      'rows.jsonl': jsonl(
        { id: 'a', classes: [{ name: 's', members: ['x'] }], tool_calls: [{ name: 'x' }] },
        { id: 'b', classes: [], tool_calls: [] },
        { id: 'c', classes: [], tool_calls: [{ name: 'x' }] },
        { id: 'd', classes: { s: ['x'] }, tool_calls: [{ name: 'x' }] },
      ),
    });
    expect(code).toBe(1);
    expect(report?.evals[0]?.cases).toMatchObject([
      { id: 'a', verdict: 'pass' },
      { id: 'b', verdict: 'pass' },
      { id: 'c', verdict: 'fail' },
      { id: 'd', verdict: 'pass' },
    ]);
  });

  it('refuses a case that no row has, two runs of one case, and two rows with one id', async () => {
    const rows = jsonl({ id: 'a', need: ['x'] });
    const unknown = await run({
      'whichtool.yaml': suite,
      'rows.jsonl': rows,
      't.jsonl': jsonl({ case: 'z', tool_calls: [] }),
    });
    expect(unknown.stderr).toContain('no row has the id "z"');
    folder.remove();
    const twice = await run({
      'whichtool.yaml': suite,
      'rows.jsonl': rows,
      't.jsonl': jsonl({ case: 'a', tool_calls: [] }, { case: 'a', tool_calls: [{ name: 'x' }] }),
    });
    expect(twice.stderr).toContain('RUN_CONFLICT');
    folder.remove();
    const twins = await run({
      'whichtool.yaml': suite,
      'rows.jsonl': rows + rows,
      't.jsonl': jsonl({ case: 'a', tool_calls: [] }),
    });
    expect(twins.stderr).toContain('ROW_DUPLICATE_ID');
    expect([unknown.code, twice.code, twins.code]).toEqual([2, 2, 2]);
  });

  it('names a row without an id by its line, and reads CSV', async () => {
    const own = suite.replace('    traces: t.jsonl\n', '');
    const lines = await run({
      'whichtool.yaml': own,
      'rows.jsonl': `\n${jsonl({ need: ['x'], tool_calls: [{ name: 'x' }] })}`,
    });
    expect(lines.report?.evals[0]?.cases).toMatchObject([{ id: '2', verdict: 'pass' }]);
    folder.remove();
    const csv = await run({
      'whichtool.yaml': own.replace('rows.jsonl', 'rows.csv'),
      'rows.csv': 'id,need,tool_calls\na,"[""x""]","[{""name"":""x""}]"\nb,"[""y""]","[]"\n',
    });
    expect(csv.report?.evals[0]?.cases).toMatchObject([
      { id: 'a', verdict: 'pass' },
      { id: 'b', verdict: 'fail' },
    ]);
  });

  it('is unusable when the dataset is empty or not there', async () => {
    const own = suite.replace('    traces: t.jsonl\n', '');
    const empty = await run({ 'whichtool.yaml': own, 'rows.jsonl': '' });
    folder.remove();
    const missing = await run({ 'whichtool.yaml': own });
    expect([empty.code, missing.code]).toEqual([2, 2]);
    expect(empty.stderr).toContain('NO_RECORDS');
    expect(missing.stderr).toContain('rows.jsonl');
  });
});

it('refuses two suites with one test name, and runs several suites as one', async () => {
  const one = `tests:\n  - { name: a, traces: t.json, ${block} }\n`;
  const files = {
    'x.whichtool.yaml': one,
    'y/whichtool.yaml': one.replace('name: a', 'name: b'),
    't.json': '{"tool_calls":[]}',
    'y/t.json': '{"tool_calls":[]}',
  };
  const { code, runs, report } = await run(files, '.');
  expect(code).toBe(0);
  expect(runs).toEqual({ a: 1, b: 1 });
  expect(report?.suites.map(({ file }) => file)).toEqual(['x.whichtool.yaml', 'y/whichtool.yaml']);
  folder.remove();
  const twins = await run({ ...files, 'y/whichtool.yaml': one }, '.');
  expect(twins.code).toBe(2);
  expect(twins.stderr).toContain('SUITE_DUPLICATE_NAME');
});
