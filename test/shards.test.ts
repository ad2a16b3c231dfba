import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '#core';
import { afterEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const TESTS = 7;

/** A suite with tests of every verdict, overlapping classes (a warning), ambiguous spellings (a remark) and two evals. */
function files(): Record<string, string> {
  const tests = Array.from(
    { length: TESTS },
    (_, i) => `  - name: test ${i}
    equal_function_sets:
      classes:
        - { name: one, members: [a.b.c, x${i}] }
        - { name: two, members: [x${i}] }
      expect: [ { tool_selection.f1: { ">=": 60 } } ]`,
  ).join('\n');
  const evals = ['first', 'second']
    .map(
      (name) => `  - name: ${name}
    dataset: rows.jsonl
    scorers: [ { type: function_call_coverage, function_calls: "{{ sample.need }}" } ]
    expect: [ { all_required_calls_made: { ">=": 0.9 } } ]`,
    )
    .join('\n');
  const traces = Array.from({ length: TESTS }, (_, i) => ({
    test: `test ${i}`,
    tool_calls: [
      { name: `x${i % 3 === 0 ? 'wrong' : i}` },
      { name: 'c', server: 'a.b' },
      { name: 'b.c', server: 'a' },
      { name: 'u', arguments: '{' },
    ],
  })).filter((_, i) => i !== 5);
  return {
    'whichtool.yaml': `tests:\n${tests}\nevals:\n${evals}\n`,
    't.jsonl': jsonl(...traces),
    'rows.jsonl': jsonl(
      ...Array.from({ length: 10 }, (_, i) => ({
        id: `r${i}`,
        need: ['s'],
        tool_calls: [{ name: i % 4 ? 's' : 'q' }],
      })),
    ),
  };
}

it.each([1, 2, 3, 5, 12])(
  'merges %i shards, in any order, to the bytes of the whole report',
  async (count) => {
    folder = workspace(files());
    const run = (...args: readonly string[]): ReturnType<typeof whichtool> =>
      whichtool(['run', '--traces', 't.jsonl', ...args], { cwd: folder.path });
    const whole = await run('--reporter', 'json');
    expect(whole.code).toBe(1);
    const names: string[] = [];
    for (let i = 1; i <= count; i++) {
      await run('--shard', `${i}/${count}`, '--reporter', `json=${i}.json`);
      names.unshift(`${i}.json`);
    }
    const merged = await whichtool(['merge-reports', ...names], { cwd: folder.path });
    expect(merged.stderr).toBe('');
    expect(merged.stdout).toBe(whole.stdout);
    expect(merged.code).toBe(1);
  },
);

it('counts warnings that shards share once, however many there are', async () => {
  folder = workspace(files());
  // Warnings of the traces, which every shard reads, and some of single tests.
  const odd = Array.from({ length: 130 }, (_, i) => ({
    test: `test ${i % TESTS}`,
    tool_calls: [{ name: `x${i % TESTS}` }, { name: 'c', server: 'a.b' }],
    usage: { input_tokens: -1 },
  }));
  folder.write('t.jsonl', jsonl(...odd));
  const run = (...args: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['run', '--traces', 't.jsonl', ...args], { cwd: folder.path });
  const whole = await run('--reporter', 'json');
  const { issues, moreIssues } = JSON.parse(whole.stdout) as Report;
  expect(issues).toHaveLength(100);
  expect(moreIssues).toBeGreaterThan(30);
  for (const i of [1, 2, 3]) await run('--shard', `${i}/3`, '--reporter', `json=${i}.json`);
  const merged = await whichtool(['merge-reports', '3.json', '1.json', '2.json'], {
    cwd: folder.path,
  });
  expect(merged.stdout).toBe(whole.stdout);
});

it('refuses to merge shards of different filters', async () => {
  folder = workspace(files());
  const run = (...args: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['run', '--traces', 't.jsonl', ...args], { cwd: folder.path });
  await run('--shard', '1/2', '--filter', 'test', '--reporter', 'json=1.json');
  await run('--shard', '2/2', '--filter', 'first', '--reporter', 'json=2.json');
  const merged = await whichtool(['merge-reports', '1.json', '2.json'], { cwd: folder.path });
  expect(merged.code).toBe(2);
  expect(merged.stderr).toContain('the shards were made with --filter "test" and --filter "first"');
});

it('refuses to merge shards of which some have other gates', async () => {
  folder = workspace(files());
  const run = (...args: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['run', '--traces', 't.jsonl', ...args], { cwd: folder.path });
  const lower = ['--threshold', 'tool_selection.f1=0'];
  await run('--shard', '1/2', ...lower, '--reporter', 'json=1.json');
  await run('--shard', '2/2', '--reporter', 'json=2.json');
  const merge = (): ReturnType<typeof whichtool> =>
    whichtool(['merge-reports', '1.json', '2.json'], { cwd: folder.path });
  const refused = await merge();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'made with --threshold tool_selection.f1=0 and with no such flag',
  );
  await run('--shard', '2/2', ...lower, '--reporter', 'json=2.json');
  expect((await merge()).stdout).toBe((await run(...lower, '--reporter', 'json')).stdout);
});

it('exits with 0 for an empty shard', async () => {
  folder = workspace(files());
  expect(
    (await whichtool(['run', '--traces', 't.jsonl', '--shard', '12/12'], { cwd: folder.path }))
      .code,
  ).toBe(0);
});

it('refuses to merge what is not one whole set of shards', async () => {
  folder = workspace(files());
  const run = (...args: readonly string[]): ReturnType<typeof whichtool> =>
    whichtool(['run', '--traces', 't.jsonl', ...args], { cwd: folder.path });
  for (const shard of ['1/2', '2/2', '1/3'])
    await run('--shard', shard, '--reporter', `json=${shard.replace('/', '-')}.json`);
  await run('--reporter', 'json=whole.json');
  for (const [reports, why] of [
    [['1-2.json'], 'a shard is missing: 2/2'],
    [['1-2.json', '1-2.json'], 'there twice'],
    [['1-2.json', '2-2.json', '1-3.json'], 'do not belong together'],
    [['whole.json', '1-2.json'], 'not of a shard'],
  ] as const) {
    const merged = await whichtool(['merge-reports', ...reports], { cwd: folder.path });
    expect(merged.code).toBe(2);
    expect(merged.stderr).toContain(why);
    expect(merged.stdout).toBe('');
  }
  const report = JSON.parse(readFileSync(join(folder.path, '2-2.json'), 'utf8')) as {
    suites: { sha256: string }[];
  };
  (report.suites[0] as { sha256: string }).sha256 = 'other';
  folder.write('2-2.json', JSON.stringify(report));
  expect(
    (await whichtool(['merge-reports', '1-2.json', '2-2.json'], { cwd: folder.path })).stderr,
  ).toContain('different suites');
});
