import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '#core';
import { jsonl, whichtool, workspace } from './support/cli.ts';
import { BAD, COVERAGE_SUITE, GOOD, SUITE } from './support/research.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

async function runJson(
  args: readonly string[],
): Promise<{ code: number | null; report: Report; stderr: string }> {
  const { code, stdout, stderr } = await whichtool(['run', ...args, '--reporter', 'json'], {
    cwd: folder.path,
  });
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

describe('the suite of the README', () => {
  it('scores the good trace 100/100/100 and passes', async () => {
    folder = workspace({ 'whichtool.yaml': SUITE, 'good.json': GOOD });
    const { code, report } = await runJson(['--traces', 'good.json']);
    expect(code).toBe(0);
    expect(report.tests[0]?.scores[0]?.metrics).toMatchObject({
      'tool_selection.precision': 100,
      'tool_selection.recall': 100,
      'tool_selection.f1': 100,
    });
  });

  it('scores the bad trace 50/50/50, fails, and names what was missed and unexpected', async () => {
    folder = workspace({ 'whichtool.yaml': SUITE, 'bad.json': BAD });
    const { code, report } = await runJson(['--traces', 'bad.json']);
    const [test] = report.tests;
    expect(code).toBe(1);
    expect(test?.verdict).toBe('fail');
    expect(test?.scores[0]).toMatchObject({
      tally: { tp: 1, fp: 1, fn: 1 },
      metrics: {
        'tool_selection.precision': 50,
        'tool_selection.recall': 50,
        'tool_selection.f1': 50,
      },
      missed: ['fetch'],
      unexpected: ['shell.exec'],
    });
    expect(test?.gates).toMatchObject([
      {
        metric: 'tool_selection.f1',
        op: '>=',
        value: 80,
        observed: 50,
        pass: false,
        source: 'suite',
      },
    ]);
    const shown = await whichtool(['run', '--traces', 'bad.json'], { cwd: folder.path });
    expect(shown.stdout).toMatch(/missed\s+fetch/);
    expect(shown.stdout).toMatch(/unexpected\s+shell\.exec/);
  });

  it('gives 75/75/75 over both as two runs', async () => {
    folder = workspace({
      'whichtool.yaml': SUITE.replace('runs: 1', 'runs: 2'),
      'traces.jsonl': `${GOOD}\n${BAD}\n`,
    });
    const { code, report } = await runJson(['--traces', 'traces.jsonl']);
    const [score] = report.tests[0]?.scores ?? [];
    expect(code).toBe(1);
    expect(score?.tally).toEqual({ tp: 3, fp: 1, fn: 1 });
    expect(score?.metrics).toMatchObject({
      'tool_selection.precision': 75,
      'tool_selection.recall': 75,
      'tool_selection.f1': 75,
      'tool_selection.f1_mean': 0.75,
    });
    expect(score?.calls.filter((call) => call.verdict === 'unexpected')).toMatchObject([
      { run: 2, call: 2, tool: 'shell.exec' },
    ]);
    expect(report.tests[0]?.passing).toMatchObject({ k: 1, n: 2, rate: 0.5 });
    expect(score?.worst).toEqual({ run: 2, metric: 'tool_selection.f1', value: 50 });
  });

  it('passes without expect at the default gate of 50, and says so', async () => {
    folder = workspace({
      'whichtool.yaml': SUITE.replace(/ {6}expect:\n.*\n/, ''),
      'bad.json': BAD,
    });
    const { code, report } = await runJson(['--traces', 'bad.json']);
    expect(code).toBe(0);
    expect(report.tests[0]?.gates).toMatchObject([
      { op: '>=', value: 50, observed: 50, pass: true, source: 'default' },
    ]);
    const shown = await whichtool(['run', '--traces', 'bad.json'], { cwd: folder.path });
    expect(shown.stdout).toMatch(/needs >= 50 % by default/);
  });
});

describe('the coverage dataset', () => {
  it('scores every row by its own columns, under keys', async () => {
    folder = workspace({
      'suite.yaml': COVERAGE_SUITE,
      'samples.jsonl': jsonl(
        {
          id: 'a',
          function_calls: ['search', 'calculator'],
          tools: [{ name: 'search' }],
          tool_calls: [{ name: 'calculator' }, { name: 'search' }],
        },
        {
          id: 'b',
          function_calls: ['search', 'calculator'],
          tools: [{ name: 'lookup' }],
          tool_calls: [{ name: 'search' }, { name: 'lookup' }],
        },
      ),
    });
    const { code, report } = await runJson(['suite.yaml']);
    const [one] = report.evals;
    expect(code).toBe(0);
    expect(one?.name).toBe('suite');
    expect(one?.scores[0]?.metrics).toEqual({
      all_required_calls_made: 0.5,
      required_calls_coverage: 0.75,
      num_required_calls_made: 3,
      num_required_calls_not_made: 1,
      num_unrequired_calls: 1,
      num_required_calls_total: 4,
    });
    expect(one?.scores[1]?.metrics).toMatchObject({
      'from_tools.all_required_calls_made': 1,
      'from_tools.num_unrequired_calls': 2,
    });
    expect(one?.scores[2]?.metrics).toMatchObject({
      'fixed.all_required_calls_made': 0,
      'fixed.num_required_calls_made': 3,
    });
    expect(one?.cases).toMatchObject([
      { id: 'a', verdict: 'fail' },
      { id: 'b', verdict: 'fail' },
    ]);
  });

  it('makes a row whose template leads nowhere an error of that row', async () => {
    folder = workspace({
      'suite.yaml': COVERAGE_SUITE,
      'samples.jsonl': jsonl({
        id: 'a',
        function_calls: null,
        tools: [{ name: 'search' }],
        tool_calls: [{ name: 'search' }],
      }),
    });
    const { code, report } = await runJson(['suite.yaml']);
    expect(code).toBe(3);
    expect(report.evals[0]?.unmeasured.items[0]).toMatchObject({
      case: 'a',
      code: 'TEMPLATE_VALUE',
    });
  });
});
