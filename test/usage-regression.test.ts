import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const SUITE = `evals:
  - name: orders
    dataset: rows.jsonl
    scorers: [{ type: tool_name_match }]
`;

interface Use {
  readonly calls?: number;
  readonly cost?: number;
  readonly ms?: number;
}

/** Twelve cases that all pass: what they use differs. */
function rows({ calls = 1, cost = 0.001, ms = 900 }: Use): string {
  const call = { name: 'status', arguments: {} };
  return jsonl(
    ...Array.from({ length: 12 }, (_, i) => ({
      id: `c${i}`,
      input: 'where is it',
      expected_tool: 'status',
      trace: {
        tool_calls: Array.from({ length: calls }, () => call),
        usage: { input_tokens: 100, output_tokens: 10, cost },
        duration_ms: ms + i,
      },
    })),
  );
}

async function run(...args: readonly string[]): Promise<Ran> {
  return await whichtool(['run', ...args], { cwd: folder.path });
}

async function start(suite = SUITE, first = rows({})): Promise<void> {
  folder = workspace({ 'package.json': '{}', 'whichtool.yaml': suite, 'rows.jsonl': first });
  expect((await run('--reporter', 'json=before.json')).code).toBe(0);
}

describe('cost is a regression, too', () => {
  it('turns a run red where it costs 22 % more, with one clear line', async () => {
    await start();
    folder.write('rows.jsonl', rows({ cost: 0.00122 }));
    const { code, stdout } = await run(
      '--fail-on-regression',
      '--reporter',
      'json=after.json',
      '--reporter',
      'terminal',
    );
    expect(stdout).toContain('baseline: regression, cost per case +22 % (rule: any)');
    expect(stdout.replaceAll(/\s+│?\s*/g, ' ')).toContain(
      'cost per case 0.001 -> 0.00122 (+22 %, 95 % interval 22 to 22, at most +10 %)',
    );
    expect(code).toBe(1);
    const compare = async (reporter: string): Promise<Ran> =>
      await whichtool(
        ['compare', 'before.json', 'after.json', '--fail-on-regression', '--reporter', reporter],
        { cwd: folder.path },
      );
    for (const reporter of ['terminal', 'markdown', 'html'])
      expect(await compare(reporter)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('cost per case +22 %') as string,
      });
    const json = JSON.parse((await compare('json')).stdout) as {
      parts: { usage: { metric: string; outcome: string }[] }[];
    };
    expect(json.parts[0]?.usage.map(({ metric, outcome }) => `${metric} ${outcome}`)).toEqual([
      'calls.mean pass',
      'tokens.mean pass',
      'cost.mean fail',
      'time.mean pass',
    ]);
  });

  it('sees doubled calls and dearer runs of tests that are scanned, and says what it cannot see', async () => {
    const test = `tests:
  - name: picks search
    traces: runs.jsonl
    equal_function_sets: { classes: [{ name: search, members: [find] }], expect: [{ tool_selection.f1: { ">=": 10 } }] }
`;
    const runs = (count: number, cost?: number): string =>
      jsonl({
        tool_calls: Array.from({ length: count }, () => ({ name: 'find' })),
        ...(cost === undefined ? {} : { usage: { cost } }),
      });
    folder = workspace({ 'package.json': '{}', 'whichtool.yaml': test, 'runs.jsonl': runs(1) });
    expect((await run()).code).toBe(0);
    folder.write('runs.jsonl', runs(2));
    const { code, stdout } = await run('--fail-on-regression');
    expect(stdout).toContain('regression, calls per run +100 % (rule: any)');
    expect(stdout.replaceAll(/\s+│?\s*/g, ' ')).toContain(
      'not recorded in both: tokens, cost, time',
    );
    expect(code).toBe(1);
    const same = await run('--fail-on-regression');
    expect(same.stdout).toContain(
      'baseline: nothing is worse; not measured: tokens, cost, time (rule: any)',
    );
    expect(same.code).toBe(0);
    folder.write('runs.jsonl', runs(2, 0.001));
    expect((await run('--reporter', 'json=before.json')).code).toBe(0);
    folder.write('runs.jsonl', runs(2, 0.00122));
    const dearer = await run('--fail-on-regression', '--baseline', 'before.json');
    expect(dearer.stdout).toContain('regression, cost per run +22 % (rule: any)');
    expect(dearer.code).toBe(1);
    // Cost that is no longer recorded is not cost that did not rise.
    folder.write('runs.jsonl', runs(2));
    const lost = await run('--fail-on-regression', '--baseline', 'before.json');
    expect(lost.stdout).toContain('cost is recorded in the baseline and not now (rule: any)');
    expect(lost.code).toBe(3);
  });

  it('keeps the bounds of the suite, and does not pass one on what is not recorded', async () => {
    const bounds = (text: string): string => `regression: { ${text} }\n${SUITE}`;
    await start(bounds('cost.mean: 25%'));
    folder.write('rows.jsonl', rows({ cost: 0.00122 }));
    expect((await run('--fail-on-regression')).code).toBe(0);
    folder.write('whichtool.yaml', bounds('cost.mean: 25%, calls.mean: 5%'));
    folder.write('rows.jsonl', rows({}).replaceAll(',"cost":0.001', ''));
    const { code, stdout } = await run('--fail-on-regression', '--baseline', 'before.json');
    expect(stdout).toContain('baseline: cost is recorded in the baseline and not now (rule: any)');
    expect(code).toBe(3);
    folder.write('whichtool.yaml', bounds('cost.mean: much'));
    const odd = await run();
    expect(odd.code).toBe(2);
    expect(odd.stderr).toContain('much is not a percentage, such as 10%');
  });

  it('records what each case used, as whole numbers', async () => {
    await start();
    const report = JSON.parse(readFileSync(join(folder.path, 'before.json'), 'utf8')) as {
      evals: { caseUsage: Record<string, number[]> }[];
    };
    const used = report.evals[0]!.caseUsage;
    expect(Object.keys(used)).toEqual(['calls', 'tokens', 'cost', 'time']);
    expect([used.calls?.[0], used.tokens?.[0], used.cost?.[0], used.time?.[11]]).toEqual([
      1, 110, 1_000_000, 911,
    ]);
  });
});
