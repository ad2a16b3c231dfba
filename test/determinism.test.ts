import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonl, spawnWhichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  const tools = [
    'search',
    'Search',
    'sеarch',
    'ﬁnd',
    '10',
    '9',
    '__proto__',
    'constructor',
    'ä',
    'z',
    '😀',
    '｡',
  ];
  const runs = Array.from({ length: 40 }, (_, i) => ({
    id: `r${i}`,
    run: i + 1,
    tool_calls: Array.from({ length: 1 + (i % 5) }, (__, j) => ({
      name: tools[(i * 7 + j * 3) % tools.length],
      server: j % 2 ? 'srv' : undefined,
      arguments: { b: i, a: [j, { z: 1, y: null }] },
    })),
  }));
  folder = workspace({
    'whichtool.yaml': `tests:
  - name: mixed
    neutral: ["9"]
    equal_function_sets:
      classes:
        - { name: one, members: [search, srv.ä] }
        - { name: two, members: ["10", constructor, __proto__] }
    tool_call_f1: { expected: [ { tool: z, args: { b: 3, a: [0, { y: null, z: 1 }] } }, { tool: search } ] }
    trajectory: { expected: [ { tool: search } ], match: any_order, arguments: ignore, expect: [ { trajectory.match: { ">=": 0 } } ] }
    call_checks: {}
`,
    'a.jsonl': jsonl(...runs.slice(0, 13)),
    'b.jsonl': jsonl(...runs.slice(13).reverse()),
    'shuffled/1.jsonl': jsonl(...runs.filter((_, i) => i % 2).reverse()),
    'shuffled/2.jsonl': jsonl(...runs.filter((_, i) => !(i % 2))),
  });
});
afterEach(() => folder.remove());

const REPORTERS = ['json', 'jsonl', 'junit', 'markdown', 'html', 'csv', 'github', 'terminal'];

it.each(REPORTERS)(
  'writes the same bytes as %s in every locale, time zone and memory limit',
  async (reporter) => {
    const run = (
      env: Record<string, string> = {},
      nodeArgs: readonly string[] = [],
    ): ReturnType<typeof spawnWhichtool> =>
      spawnWhichtool(['run', '--traces', 'a.jsonl', 'b.jsonl', '--reporter', reporter], {
        cwd: folder.path,
        env,
        nodeArgs,
      });
    const first = await run();
    expect(first.stderr).toBe('');
    expect(first.stdout.length).toBeGreaterThan(0);
    const others = [
      await run({ LANG: 'C', LC_ALL: 'C', TZ: 'Asia/Kathmandu' }),
      await run({ LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' }),
      await run({ TZ: 'America/St_Johns' }, ['--max-old-space-size=64']),
    ];
    for (const other of others) expect(other.stdout).toBe(first.stdout);
  },
);

/** A report but for where its runs are. */
const elsewhere = ({ stdout }: { readonly stdout: string }): string =>
  stdout.replaceAll(/"where": "[^"]*"/g, '');

it('does not depend on the order of traces in files, nor of files', async () => {
  const run = (...traces: readonly string[]): ReturnType<typeof spawnWhichtool> =>
    spawnWhichtool(['run', '--traces', ...traces, '--reporter', 'json'], { cwd: folder.path });
  const straight = await run('a.jsonl', 'b.jsonl');
  expect((await run('b.jsonl', 'a.jsonl')).stdout).toBe(straight.stdout);
  const shuffled = await run('shuffled');
  expect(elsewhere(shuffled)).toBe(elsewhere(straight));
  expect((await run('shuffled/2.jsonl', 'shuffled/1.jsonl')).stdout).toBe(shuffled.stdout);
});

it('leaves Object.prototype alone', () => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual([
    '__defineGetter__',
    '__defineSetter__',
    '__lookupGetter__',
    '__lookupSetter__',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
    'toLocaleString',
    'toString',
    'valueOf',
  ]);
});
