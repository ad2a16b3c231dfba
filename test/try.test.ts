import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { startLoopbackModel } from './loopback-model/server.mjs';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';
import { ROOT } from './support/doc-blocks.ts';
import { memorySuite } from './support/memory-suite.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (...args: readonly string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });

interface Tried {
  readonly verdict: string;
  readonly evals: readonly {
    readonly cases: number;
    readonly fixed: number;
    readonly broken: number;
    readonly cells: readonly object[];
  }[];
  readonly patch: readonly object[];
}

/** The example, with a report of how it is without overrides. */
async function example(): Promise<void> {
  folder = workspace({ 'package.json': '{}' });
  cpSync(join(ROOT, 'examples/try'), folder.path, { recursive: true });
  await run('run', '--reporter', 'json=baseline.json', '--no-history');
}

it('tries descriptions, keeps the runs, and gives the same bytes from them', async () => {
  await example();
  const args = ['try', 'overrides.yaml', '--baseline', 'baseline.json', '--json'];
  const tried = await run(...args, '--out', 'kept');
  expect(tried.code).toBe(0);
  expect(JSON.parse(tried.stdout)).toMatchObject({
    verdict: 'better',
    evals: [{ cases: 15, allCases: 18, fixed: 8, broken: 0 }],
  });
  expect(await run(...args, '--replay', 'kept')).toEqual(tried);
  expect(existsSync(join(folder.path, '.whichtool/try'))).toBe(false);
  expect(await run(...args)).toEqual(tried);
  expect(existsSync(join(folder.path, '.whichtool/try'))).toBe(true);
});

it('says where overrides are faulty, and refuses flags that do not fit', async () => {
  await example();
  folder.write('bad.yaml', 'overrides:\n  get_order_status: { desc: x }\n  refund_order: text\n');
  const bad = await run('try', 'bad.yaml', '--baseline', 'baseline.json');
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('bad.yaml:2:23 unknown key "desc" in `get_order_status`');
  expect(bad.stderr).toContain('bad.yaml:3:17 `refund_order` takes a map');
  folder.write('list.yaml', '- get_order_status\n');
  const list = await run('try', 'list.yaml', '--baseline', 'baseline.json');
  expect([list.code, list.stderr]).toEqual([2, expect.stringContaining('overrides no tool')]);
  expect((await run('try', 'overrides.yaml')).code).toBe(2);
  const both = ['--replay', 'kept', '--out', 'kept', '--baseline', 'baseline.json'];
  expect((await run('try', 'overrides.yaml', ...both)).code).toBe(2);
});

it('tries descriptions of a real MCP server', async () => {
  const asked = [
    'forget this person',
    'forget that person',
    'forget a person',
    'now forget the person',
  ];
  folder = workspace({
    'package.json': '{}',
    'whichtool.yaml': memorySuite('model: lexical'),
    'rows.jsonl': jsonl(
      ...[...asked, ...asked].map((input, i) => ({
        id: `forget-${i}`,
        input,
        expected_tool: 'delete_entities',
      })),
      { id: 'read', input: 'read the whole graph', expected_tool: 'read_graph' },
    ),
    'overrides.yaml':
      'delete_entities: { description: "Forget entities: forget a person, forget what is known." }\n',
  });
  await run('run', '--reporter', 'json=baseline.json', '--no-history');
  const { code, stdout } = await run(
    'try',
    'overrides.yaml',
    '--baseline',
    'baseline.json',
    '--json',
  );
  const tried = JSON.parse(stdout) as Tried;
  expect([code, tried.verdict]).toEqual([0, 'better']);
  expect(tried.evals[0]).toMatchObject({ cases: 8, fixed: 8, broken: 0 });
  expect(tried.patch).toEqual([
    {
      server: 'memory',
      name: 'delete_entities',
      description: {
        before: 'Delete multiple entities and their associated relations from the knowledge graph',
        after: 'Forget entities: forget a person, forget what is known.',
      },
    },
  ]);
});

/** A shop with a model over HTTP that decides by the prompt alone. */
async function shop(): Promise<{ readonly asked: () => number }> {
  let asked = 0;
  const model = await startLoopbackModel({
    decide: ({ user }) => {
      asked++;
      return { calls: [{ name: user.includes('trick') ? 'wrong_tool' : 'right_tool' }] };
    },
  });
  onTestFinished(() => model.close());
  folder = workspace({
    'package.json': '{}',
    'tools.json': JSON.stringify([
      { name: 'right_tool', description: 'Right.', input_schema: { type: 'object' } },
      { name: 'wrong_tool', description: 'Wrong.', input_schema: { type: 'object' } },
    ]),
    'whichtool.yaml': `
agents:
  desk:
    model: openai-compatible:m
    base_url: ${model.baseUrls['openai-compatible']}
    catalog: tools.json
    tools: select
    prices: { input: 1000, output: 10000 }
evals:
  - name: shop
    agent: desk
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match } ]
    expect: []
`,
    'rows.jsonl': jsonl(
      { id: 'a', input: 'trick', expected_tool: 'right_tool' },
      { id: 'b', input: 'plain', expected_tool: 'right_tool' },
    ),
    'overrides.yaml': 'right_tool: { description: Even more right. }\n',
  });
  return { asked: () => asked };
}

it('cannot tell when a model over HTTP decides as before, and asks it once for each case', async () => {
  const { asked } = await shop();
  await run('run', '--reporter', 'json=baseline.json', '--no-history');
  const tried = await run('try', 'overrides.yaml', '--baseline', 'baseline.json');
  expect([tried.code, asked()]).toEqual([5, 4]);
  expect(tried.stdout).toContain('cannot tell: no case changed');
  expect(tried.stdout).toContain('+ Even more right.');
});

it('ends a try whose budget is spent with 3, and goes on with the same command', async () => {
  const { asked } = await shop();
  await run('run', '--reporter', 'json=baseline.json', '--no-history');
  const args = ['try', 'overrides.yaml', '--baseline', 'baseline.json', '--concurrency', '1'];
  const spent = await run(...args, '--max-cost', '0.1');
  expect([spent.code, asked()]).toEqual([3, 3]);
  expect((await run(...args)).code).toBe(5);
  expect(asked()).toBe(4);
});

it('tells what a run would cost and asks nobody', async () => {
  const { asked } = await shop();
  const first = await run('run', '--dry-run');
  expect([first.code, asked()]).toEqual([0, 0]);
  expect(first.stdout).toBe(
    [
      'dry run: 2 runs would be made; cost unknown until a run was recorded',
      '  shop',
      '    2 runs: 2 to make',
      '    agent desk, model openai-compatible:m',
      '    at most 2 requests to the model',
      '    a million tokens cost 1000 in and 10000 out',
      '',
    ].join('\n'),
  );
  await run('run', '--no-history');
  const again = await run('run', '--dry-run');
  // 100 tokens in and 20 out each, at 1,000 and 10,000 a million.
  expect(again.stdout).toContain('dry run: 2 runs would be made; cost about 0.6\n');
  expect(again.stdout).toContain('2 runs: 2 to make, 2 kept from before and made anew\n');
  expect(again.stdout).toContain(
    'about 200 tokens in, 40 out, cost 0.6, by the mean of 2 kept runs\n',
  );
  const resumed = await run('run', '--dry-run', '--resume', '--json');
  expect(JSON.parse(resumed.stdout)).toMatchObject({ toMake: 0, cost: 0, recorded: 0 });
  expect(asked()).toBe(2);
});

it('runs no code of a suite with --no-exec', async () => {
  await example();
  const suite = readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8');
  folder.write('scorer.mjs', 'export default () => { throw new Error("executed"); };\n');
  const scorer = '{ type: module, key: own, module: ./scorer.mjs, metrics: [mean] }';
  folder.write('whichtool.yaml', suite.replace('scorers:', `scorers:\n      - ${scorer}`));
  const args = ['try', 'overrides.yaml', '--baseline', 'baseline.json', '--no-exec'];
  const tried = await run(...args);
  expect([tried.code, tried.stderr]).toEqual([2, expect.stringContaining('[EXEC_REFUSED]')]);
});
