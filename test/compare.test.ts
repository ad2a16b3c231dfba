import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison, Report } from '#core';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SUITE = `evals:
  - name: orders
    dataset: rows.jsonl
    scorers: [ { type: function_call_coverage, function_calls: [search] } ]
`;

/** Cases that call the required tool (p), another one (f), or crash (e). */
function traces(letters: string): string {
  return jsonl(
    ...letters.split('').map((letter, i) => ({
      case: `c${i}`,
      tool_calls: [{ name: letter === 'p' ? 'search' : 'other' }],
      error: letter === 'e' ? 'boom' : null,
    })),
  );
}

/** A folder with the reports of two runs: `before.json` and `after.json`. */
async function twoRuns(before: string, after: string): Promise<void> {
  const rows = jsonl(...before.split('').map((_, i) => ({ id: `c${i}` })));
  folder = workspace({
    'whichtool.yaml': SUITE,
    'rows.jsonl': rows,
    'before.jsonl': traces(before),
    'after.jsonl': traces(after),
  });
  for (const name of ['before', 'after'])
    await run('--traces', `${name}.jsonl`, '--reporter', `json=${name}.json`);
}

async function run(...args: string[]): ReturnType<typeof whichtool> {
  return await whichtool(['run', '--no-history', ...args], { cwd: folder.path });
}

async function compare(...args: string[]): ReturnType<typeof whichtool> {
  return await whichtool(['compare', ...args], { cwd: folder.path });
}

const FIVE: readonly [string, string] = ['p'.repeat(20), `fffff${'p'.repeat(15)}`];
const SIX: readonly [string, string] = ['p'.repeat(20), `ffffff${'p'.repeat(14)}`];
const NONE: readonly [string, string] = ['ppf', 'ppf'];

describe('compare', () => {
  it('shows what is worse in a table, and exits 0 unless asked', async () => {
    await twoRuns(...SIX);
    const { code, stdout, stderr } = await compare('before.json', 'after.json');
    expect(stderr).toBe('');
    expect(stdout).toContain('✗ compare: worse than before');
    expect(stdout).toMatch(/orders +20 cases +20\/20 100 % +14\/20 70 % +6 +0 +0.0313 +worse/);
    expect(stdout).toContain('now failing: 6 cases');
    expect(stdout).toContain('case c0 → other (was search)  after.jsonl:1');
    expect(code).toBe(0);
  });

  it.each<[string, readonly [string, string], readonly string[], number]>([
    ['nothing worse', NONE, ['--fail-on-regression'], 0],
    ['one lost', ['pp', 'pf'], ['--fail-on-regression'], 1],
    ['five lost may be chance', FIVE, ['--fail-on-regression=significant'], 5],
    ['the rule after a blank', FIVE, ['--fail-on-regression', 'significant'], 5],
    ['six lost are not', SIX, ['--fail-on-regression=significant'], 1],
    ['within a margin', SIX, ['--fail-on-regression', '--margin', '30%'], 0],
    ['beyond a margin', SIX, ['--fail-on-regression', '--margin', '0.29'], 1],
    ['an unknown rule', NONE, ['--fail-on-regression=some'], 2],
    ['a margin beyond 1', NONE, ['--fail-on-regression', '--margin', '2'], 2],
    ['a margin without a rule', NONE, ['--margin', '0.1'], 2],
    ['an unknown reporter', NONE, ['--reporter', 'junit'], 2],
  ])('%s', async (_what, [before, after], flags, wanted) => {
    await twoRuns(before, after);
    expect((await compare(...flags, 'before.json', 'after.json')).code).toBe(wanted);
  });

  it('gives the same bytes each time, in json, markdown and html', async () => {
    await twoRuns(...SIX);
    const names = ['c.json', 'c.md', 'c.html'];
    const outputs = ['json=c.json', 'markdown=c.md', 'html=c.html'].flatMap((o) => [
      '--reporter',
      o,
    ]);
    const read = async (): Promise<string[]> => {
      await compare('before.json', 'after.json', ...outputs);
      return names.map((name) => readFileSync(join(folder.path, name), 'utf8'));
    };
    const first = await read();
    expect(await read()).toEqual(first);
    const comparison = JSON.parse(first[0]!) as Comparison;
    expect(comparison).toMatchObject({ kind: 'comparison', verdict: 'worse', regression: null });
    expect(first[1]).toContain('## ❌ whichtool compare: worse than before');
    expect(first[2]?.match(/<script/g)).toHaveLength(1);
  });

  it('refuses what it cannot compare', async () => {
    await twoRuns(...NONE);
    expect((await compare('before.json', 'gone.json')).code).toBe(2);
    folder.write('torn.json', '{"schemaVersion": 1, "tests": [');
    expect((await compare('torn.json', 'before.json')).code).toBe(2);
    const other = JSON.parse(readFileSync(join(folder.path, 'before.json'), 'utf8')) as Report;
    const [one] = other.evals;
    const renamed = { ...other, evals: [{ ...one, name: 'another dataset' }] };
    folder.write('other.json', JSON.stringify(renamed));
    const refused = await compare('before.json', 'other.json');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('COMPARE_REFUSED');
  });

  it('goes by the gates of a report, whatever its verdict says', async () => {
    await twoRuns(...NONE);
    folder.write(
      'whichtool.yaml',
      `${SUITE}    expect: [ { all_required_calls_made: { ">=": 1 } } ]\n`,
    );
    await run('--traces', 'after.jsonl', '--reporter', 'json=failed.json');
    const failed = JSON.parse(readFileSync(join(folder.path, 'failed.json'), 'utf8')) as Report;
    expect(failed.verdict).toBe('fail');
    const evals = failed.evals.map((one) => ({ ...one, verdict: 'pass' as const }));
    folder.write('forged.json', JSON.stringify({ ...failed, verdict: 'pass', evals }));
    const shown = await whichtool(['report', 'forged.json'], { cwd: folder.path });
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('✗ FAIL  1 eval failed');
  });
});

describe('run --baseline', () => {
  it.each<[string, readonly [string, string], readonly string[], number]>([
    ['only shows the difference by itself', SIX, [], 0],
    ['fails on any regression', ['pp', 'pf'], ['--fail-on-regression'], 1],
    ['is inconclusive where that may be chance', FIVE, ['--fail-on-regression=significant'], 5],
    ['passes where nothing is worse', NONE, ['--fail-on-regression'], 0],
    ['lets what was not measured win over doubt', ['pp', 'pe'], ['--fail-on-regression'], 3],
    ['takes no shard', NONE, ['--shard', '1/2'], 2],
  ])('%s', async (_what, [before, after], flags, wanted) => {
    await twoRuns(before, after);
    const { code } = await run('--traces', 'after.jsonl', '--baseline', 'before.json', ...flags);
    expect(code).toBe(wanted);
  });

  it('is part of the report, which shows it again', async () => {
    await twoRuns('ppp', 'pff');
    const flags = ['--baseline', 'before.json', '--fail-on-regression'];
    const { stdout } = await run('--traces', 'after.jsonl', ...flags, '--reporter', 'json=r.json');
    expect(stdout).toContain('✗ baseline: regression, 2 of 3 cases worse (rule: any)');
    const report = JSON.parse(readFileSync(join(folder.path, 'r.json'), 'utf8')) as Report;
    expect(report).toMatchObject({
      verdict: 'fail',
      baseline: { regression: { rule: 'any', margin: null, outcome: 'fail' } },
    });
    for (const reporter of ['terminal', 'markdown', 'github', 'junit', 'html']) {
      const again = await whichtool(['report', 'r.json', '--reporter', reporter], {
        cwd: folder.path,
      });
      expect(again.code).toBe(1);
      expect(again.stdout).toContain('baseline');
    }
  });

  it('asks for more than chance where runs are made, and for no loss where they are replayed', async () => {
    folder = workspace({
      'whichtool.yaml': `agents:
  desk: { model: lexical, catalog: tools.json }
tests:
  - name: status
    agent: desk
    prompt: What is the status of order 7?
    function_call_coverage: { function_calls: [get_order_status] }
`,
      'tools.json': JSON.stringify([
        { name: 'get_order_status', description: 'Tells the status of an order.' },
      ]),
    });
    await run('--record', 'kept', '--reporter', 'json=before.json');
    const flags = ['--baseline', 'before.json', '--fail-on-regression'];
    const live = await run(...flags, '--reporter', 'json=live.json');
    expect(live.code).toBe(0);
    const read = (file: string): Report =>
      JSON.parse(readFileSync(join(folder.path, file), 'utf8')) as Report;
    expect(read('live.json').baseline?.regression?.rule).toBe('significant');
    const replayed = await run('--replay', 'kept', ...flags);
    expect(replayed.stdout).toContain(
      '✓ baseline: nothing is worse; not measured: tokens, cost, time (rule: any)',
    );
    const asked = await run('--baseline', 'before.json', '--fail-on-regression', 'any');
    expect(asked.stdout).toContain('(rule: any)');
  });

  it('refuses a baseline that is missing or not a report, before anything is measured', async () => {
    await twoRuns(...NONE);
    expect((await run('--traces', 'after.jsonl', '--baseline', 'gone.json')).code).toBe(2);
    expect((await run('--traces', 'after.jsonl', '--baseline', 'rows.jsonl')).code).toBe(2);
    const without = await run('--traces', 'after.jsonl', '--fail-on-regression');
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('there is no earlier run of whichtool.yaml');
    expect(without.stderr).toContain('give --baseline report.json');
  });

  it('refuses a baseline of another population, and one of a newer version', async () => {
    await twoRuns('p'.repeat(10), 'p'.repeat(10));
    const flags = ['--traces', 'after.jsonl', '--fail-on-regression', '--baseline'];
    const report = JSON.parse(readFileSync(join(folder.path, 'before.json'), 'utf8')) as Report;
    folder.write('newer.json', JSON.stringify({ ...report, schemaVersion: 99 }));
    const newer = await run(...flags, 'newer.json');
    expect([newer.code, newer.stderr]).toEqual([2, expect.stringContaining('schemaVersion')]);
    folder.write(
      'rows.jsonl',
      jsonl(...report.evals[0]!.cases.slice(0, 7).map(({ id }) => ({ id }))),
    );
    folder.write('after.jsonl', traces('p'.repeat(7)));
    const fewer = await run(...flags, 'before.json');
    expect([fewer.code, fewer.stderr]).toEqual([
      2,
      expect.stringContaining('7 of 10 cases of "orders" in common, and need 80 %'),
    ]);
  });

  it('is the newest kept run of the same suite, one by name or number, or that of the suite', async () => {
    await twoRuns('pp', 'pf');
    const keep = (...args: string[]): ReturnType<typeof whichtool> =>
      whichtool(['run', ...args], { cwd: folder.path });
    expect((await keep('--traces', 'before.jsonl', '--name', 'main')).code).toBe(0);
    const suite = readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8');
    folder.write('other.yaml', suite);
    await keep('other.yaml', '--traces', 'after.jsonl');
    const after = ['--traces', 'after.jsonl'];
    const last = await run(...after, '--fail-on-regression');
    expect(last.stderr).toContain('baseline: run 1 "main"');
    expect(last.code).toBe(1);
    for (const name of ['last', 'main', '1']) {
      expect((await run(...after, '--baseline', name, '--fail-on-regression')).code).toBe(1);
      expect((await run(...after, '--baseline', name)).code).toBe(0);
    }
    const wrong = await run(...after, '--baseline', 'mian');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('HISTORY_NO_RUN') });
    folder.write('whichtool.yaml', `baseline: before.json\n${suite}`);
    const named = await run(...after, '--reporter', 'json=r.json', '--reporter', 'terminal');
    expect(named.stdout).toContain('baseline');
    expect((await run(...after, '--fail-on-regression')).code).toBe(1);
    folder.write('.whichtool/runs/1/report.json', '{}');
    const damaged = await run(...after, '--baseline', '1');
    expect(damaged).toMatchObject({ code: 2, stderr: expect.stringContaining('HISTORY_DAMAGED') });
  });
});

it('tells how reliable tests with several runs are, the same from shards', async () => {
  const call = (test: string, run: number, name: string): object => ({
    test,
    run,
    tool_calls: [{ name }],
  });
  const test = (name: string): string =>
    `  - { name: ${name}, runs: 3, function_call_coverage: { function_calls: [search] } }\n`;
  folder = workspace({
    'whichtool.yaml': `tests:\n${test('steady')}${test('flaky')}`,
    'all.jsonl': jsonl(
      ...[1, 2, 3].map((n) => call('steady', n, 'search')),
      ...[1, 2, 3].map((n) => call('flaky', n, n === 2 ? 'other' : 'search')),
    ),
  });
  const { stdout } = await run('--traces', 'all.jsonl', '--reporter', 'json=whole.json');
  // Steady 1, flaky 0 of 1 choices of three: half on average. Both pass at least once.
  expect(stdout).toContain('2 tests with several runs: pass^3 50 %, pass@3 100 %');
  expect(stdout).toContain('flaky: flaky (2/3)');
  const unrelated = workspace({
    'whichtool.yaml': `tests:\n${test('flaky').replace('runs: 3, ', '')}`,
    'all.jsonl': jsonl(...[1, 2, 3].map((n) => call('flaky', n, n === 2 ? 'other' : 'search'))),
  });
  const other = await whichtool(['run', '--traces', 'all.jsonl'], { cwd: unrelated.path });
  expect(other.stdout).toContain('1 of 3 runs failed: other for search');
  expect(other.stdout).not.toMatch(/pass\^|flaky:/);
  unrelated.remove();
  for (const i of [1, 2])
    await run('--traces', 'all.jsonl', '--shard', `${i}/2`, '--reporter', `json=${i}.json`);
  const merged = await whichtool(['merge-reports', '2.json', '1.json'], { cwd: folder.path });
  expect(merged.stdout).toBe(readFileSync(join(folder.path, 'whole.json'), 'utf8'));
});
