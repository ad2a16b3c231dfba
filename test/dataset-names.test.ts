import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const row = (id: string, called = 'status'): object => ({
  id,
  input: `question ${id}`,
  expected_tool: 'status',
  expected_args: { order_id: id },
  tool_calls: [{ name: called, arguments: { order_id: id } }],
});

const suite = (dataset: string): string => `evals:
  - name: orders
    dataset: ${dataset}
    scorers: [{ type: tool_name_match }, { type: tool_args_shape_match }, { type: tool_args_semantic }]
    expect: [{ tool_name_match: { ">=": 0.1 } }]
`;

function project(files: Readonly<Record<string, string>>, dataset = 'rows.jsonl'): void {
  folder = workspace({ 'package.json': '{}', 'whichtool.yaml': suite(dataset), ...files });
}

async function run(...args: readonly string[]): Promise<Ran> {
  return await whichtool(args, { cwd: folder.path });
}

async function casesOf(...args: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await run('run', '--json', '--no-history', ...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { evals: { cases: { id: string }[] }[] };
  return report.evals[0]!.cases.map(({ id }) => id);
}

/** Two versions of the sample `orders`; returns their ids, the first commit first. */
async function commitTwice(): Promise<readonly [string, string]> {
  const traces = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    input: `where is order ${id}${id}${id}`,
    tools: [{ name: 'status' }, { name: 'cancel' }],
    tool_calls: [{ name: id === 'a' ? 'cancel' : 'status', arguments: { id } }],
  }));
  folder.write('t.jsonl', jsonl(...traces));
  expect((await run('sample', 't.jsonl', '--out', 'orders', '--size', '4')).code).toBe(0);
  const sheet = await run('label', 'export', 'orders', '--reviewer', 'ann', '--to', 'jsonl');
  const rows = sheet.stdout.trimEnd().split('\n');
  const label = async (tool: string): Promise<string> => {
    for (const reviewer of ['ann', 'bob']) {
      const filled = rows.map((line) => {
        const { id, case_hash } = JSON.parse(line) as Record<string, string>;
        return { id, case_hash, expected_tool: tool };
      });
      folder.write('filled.jsonl', jsonl(...filled));
      const done = ['import', 'orders', 'filled.jsonl', '--revise', '--reviewer', reviewer];
      expect((await run('label', ...done)).code).toBe(0);
    }
    const { stdout } = await run('dataset', 'commit', 'orders', '--json');
    return (JSON.parse(stdout) as { version: string }).version;
  };
  return [await label('status'), await label('cancel')];
}

describe('--dataset', () => {
  it('takes the line of CI as it is written', async () => {
    const rows = ['1', '2', '3'].map((id) => row(id));
    project({ 'datasets/tool-selection-v2.jsonl': jsonl(...rows) }, 'tool-selection-v2');
    const line =
      'run --dataset tool-selection-v2 --threshold-name 0.95 --threshold-args-shape 0.97 --threshold-args-semantic 0.93 --fail-on-regression';
    const first = await run(...line.split(' '));
    expect(first.code).toBe(2);
    expect(first.stderr).toContain('there is no earlier run of whichtool.yaml');
    expect((await run('run')).code).toBe(0);
    const second = await run(...line.split(' '));
    expect(second.stderr).toContain('baseline:');
    expect(second.code).toBe(0);
    folder.write('datasets/tool-selection-v2.jsonl', jsonl(row('1', 'cancel'), ...rows.slice(1)));
    const third = await run(...line.split(' '));
    expect(third.code).toBe(1);
    expect(third.stdout).toContain('regression');
  });

  it('takes a name below the root from any folder, and a file before a name', async () => {
    project({ 'datasets/other.jsonl': jsonl(row('n')), 'sub/other': jsonl(row('f')) });
    expect(await casesOf('--dataset', 'other')).toEqual(['n']);
    const { stdout } = await whichtool(
      ['run', '../whichtool.yaml', '--json', '--no-history', '--dataset', 'other'],
      { cwd: join(folder.path, 'sub') },
    );
    expect(stdout).toContain('"id": "f"');
  });

  it('takes versions: the newest by name, others by folder, id or its first digits', async () => {
    project({ 'rows.jsonl': jsonl(row('1')) }, 'orders');
    const [older, newer] = await commitTwice();
    const seen = async (...args: string[]): Promise<string> => {
      const { stdout, stderr } = await run('run', '--json', '--no-history', ...args);
      expect(stderr).toBe('');
      const { evals } = JSON.parse(stdout) as { evals: { confusion: { labels: string[] } }[] };
      return JSON.stringify(evals[0]!.confusion);
    };
    const newest = await seen();
    expect(await seen('--dataset', 'orders')).toBe(newest);
    const was = await seen('--dataset', older);
    expect(was).not.toBe(newest);
    for (const name of [
      `orders/versions/${older}`,
      `orders/${older.slice(0, 6)}`,
      older.slice(0, 8),
    ])
      expect(await seen('--dataset', name)).toBe(was);
    expect(await seen('--dataset', `orders/versions/${newer}/dataset.jsonl`)).toBe(newest);
    expect(readFileSync(join(folder.path, 'orders/commits.txt'), 'utf8')).toBe(
      `${older}\n${newer}\n`,
    );
  });

  it('refuses a name that fits nothing, or two datasets, with what was looked for', async () => {
    project({ 'datasets/orders.jsonl': jsonl(row('1')) }, 'ordrs');
    const unknown = await run('run');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('there is no dataset "ordrs"');
    expect(unknown.stderr).toContain('datasets/ordrs.jsonl');
    expect(unknown.stderr).toContain('[DATASET_NOT_FOUND]');
    expect(unknown.stderr).toContain('whichtool.yaml:3:14');
    expect(unknown.stderr).toContain('  hint: did you mean "orders"?');
    await commitTwice();
    const both = await run('run', '--dataset', 'orders');
    expect(both.code).toBe(2);
    expect(both.stderr).toMatch(/"orders" names 2 datasets: .*DATASET_AMBIGUOUS/s);
    expect((await run('run', '--dataset', 'none.jsonl')).stderr).toContain('none.jsonl');
  });

  it('does not follow a name of a suite out of its root', async () => {
    project({ 'inner/package.json': '{}', 'secret.jsonl': jsonl(row('1')) });
    folder.write('inner/whichtool.yaml', suite('leak'));
    mkdirSync(join(folder.path, 'inner/datasets'));
    symlinkSync(join(folder.path, 'secret.jsonl'), join(folder.path, 'inner/datasets/leak.jsonl'));
    const { code, stderr } = await run('run', 'inner');
    expect(code).toBe(2);
    expect(stderr).toContain('SUITE_PATH_OUTSIDE');
  });
});
