import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  /** The commands under "Next:". */
  readonly next: readonly string[];
}

/** Runs a command line as it was printed. No word of it needs quotes here. */
async function paste(line: string, input = ''): Promise<Ran> {
  const [npx, program, ...args] = line.split(' ');
  expect([npx, program]).toEqual(['npx', 'whichtool']);
  const { code, stdout, stderr } = await whichtool(args, { cwd: folder.path, input });
  const [, after = ''] = stderr.split('Next: ');
  const next = after
    .split('\n')
    .slice(1)
    .filter((text) => text.startsWith('  '));
  expect(stdout).not.toContain('Next:');
  return { code, stdout, next: next.map((text) => text.slice(2)) };
}

const TRACES = Array.from({ length: 4 }, (_, i) => ({
  id: `r${i}`,
  input: `please look up ${['red', 'green', 'blue', 'white'][i]} shoes`,
  tool_calls: [{ name: i < 2 ? 'search' : 'fetch', arguments: { q: 'x' }, turn: 1 }],
  output: 'done',
  tools: [{ name: 'search' }, { name: 'fetch' }],
}));

it('each command prints the next, which runs as it is, from traces to a measured dataset', async () => {
  folder = workspace({ 'traces/a.jsonl': jsonl(...TRACES), 'package.json': '{}' });
  const drawn = await paste('npx whichtool sample traces --answers none --out samples/orders');
  expect(drawn.next).toEqual(['npx whichtool label assign samples/orders --reviewers ann,ben']);
  const assigned = await paste(drawn.next[0]!);
  expect(assigned.next).toEqual([
    'npx whichtool label export samples/orders --reviewer ann --out ann.html',
    'npx whichtool label export samples/orders --reviewer ben --out ben.html',
  ]);
  const imports: string[] = [];
  for (const line of assigned.next) imports.push(...(await paste(line)).next);
  expect(imports).toEqual([
    'npx whichtool label import samples/orders ann.jsonl --reviewer ann',
    'npx whichtool label import samples/orders ben.jsonl --reviewer ben',
  ]);
  expect(existsSync(join(folder.path, 'ann.html'))).toBe(true);
  const cases = readFileSync(join(folder.path, 'samples/orders/sample.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  const fill = (reviewer: string, toolOf: (index: number) => string): void =>
    writeFileSync(
      join(folder.path, `${reviewer}.jsonl`),
      jsonl(...cases.map(({ id }, i) => ({ id, expected_tool: toolOf(i) }))),
    );
  fill('ann', () => 'search');
  fill('ben', (i) => (i === 0 ? 'fetch' : 'search'));
  const first = await paste(imports[0]!);
  // Ben has not labelled yet.
  expect(first.next).toEqual([assigned.next[1]]);
  const second = await paste(imports[1]!);
  expect(second.next).toEqual(['npx whichtool label adjudicate samples/orders --reviewer cleo']);
  const status = await paste('npx whichtool label status samples/orders');
  expect(status.next).toEqual(second.next);
  const decided = await paste(status.next[0]!, '1\n');
  expect(decided.next).toEqual(['npx whichtool dataset commit samples/orders']);
  const committed = await paste(decided.next[0]!);
  expect(committed.next.at(-1)).toBe('npx whichtool run');
  writeFileSync(join(folder.path, 'whichtool.yaml'), committed.next.slice(0, -1).join('\n'));
  const ran = await paste(committed.next.at(-1)!);
  expect([ran.code, ran.stdout.includes('orders')]).toEqual([0, true]);
  // Where a suite has an eval, it measures the new version.
  const again = await paste(decided.next[0]!);
  expect(again.next).toEqual(['npx whichtool run --dataset samples/orders']);
  expect((await paste(again.next[0]!)).code).toBe(0);
});

it('says nothing where a program reads the result', async () => {
  folder = workspace({ 'traces/a.jsonl': jsonl(...TRACES) });
  const args = ['sample', 'traces', '--out', 'drawn', '--json'];
  expect((await whichtool(args, { cwd: folder.path })).stderr).toBe('');
  const status = await whichtool(['label', 'status', 'drawn', '--json'], { cwd: folder.path });
  expect([status.code, status.stderr]).toEqual([0, '']);
});
