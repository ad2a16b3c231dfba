import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CLI, jsonl, whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

const run = (...args: string[]): ReturnType<typeof whichtool> =>
  whichtool(args, { cwd: folder.path });

/** A sample of one case, which ann and ben label differently. */
async function dispute(): Promise<void> {
  folder = workspace({ 't.jsonl': jsonl({ id: 't', input: 'where is it', tool_calls: [] }) });
  await run('sample', 't.jsonl', '--out', 's');
  for (const [reviewer, tool] of Object.entries({ ann: 'status', ben: 'none' }))
    await importLabel(reviewer, tool);
}

async function importLabel(reviewer: string, tool: string): Promise<void> {
  const sheet = await run('label', 'export', 's', '--reviewer', reviewer, '--to', 'jsonl');
  const { id } = JSON.parse(sheet.stdout) as { id: string };
  folder.write(`${reviewer}.jsonl`, jsonl({ id, expected_tool: tool }));
  await run('label', 'import', 's', `${reviewer}.jsonl`, '--reviewer', reviewer, '--revise');
}

/** Starts an adjudication, and waits until it asks about the case. */
async function startAdjudication(
  reviewer: string,
): Promise<{ answer: (text: string) => Promise<{ stdout: string; stderr: string }> }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [CLI, 'label', 'adjudicate', 's', '--reviewer', reviewer],
    { cwd: folder.path },
  );
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  while (!text.stdout.includes('  2  ')) await once(child.stdout!, 'data');
  return {
    answer: async (line) => {
      child.stdin!.end(`${line}\n`);
      await once(child, 'close');
      return text;
    },
  };
}

it('a case that another person decided meanwhile is not decided again', async () => {
  await dispute();
  const dora = await startAdjudication('dora');
  const cleo = await startAdjudication('cleo');
  expect((await cleo.answer('1')).stdout).toContain('1 of 1 decided');
  const late = await dora.answer('2');
  expect(late.stderr).toContain('[LABEL_NOT_DISPUTED]');
  expect(late.stdout).toContain('0 of 1 decided');
  expect(existsSync(join(folder.path, 's/labels/dora.jsonl'))).toBe(false);
});

it('a decision about labels that were revised meanwhile is not added', async () => {
  await dispute();
  const cleo = await startAdjudication('cleo');
  await importLabel('ann', 'cancel');
  const late = await cleo.answer('1');
  expect(late.stderr).toContain('[LABEL_STALE]');
  expect(late.stdout).toContain('0 of 1 decided');
  expect(existsSync(join(folder.path, 's/labels/cleo.jsonl'))).toBe(false);
});

it('of two who decide at once, one does', async () => {
  await dispute();
  const both = [await startAdjudication('cleo'), await startAdjudication('dora')];
  const ends = await Promise.all(both.map(({ answer }) => answer('1')));
  const decided = ends.filter(({ stdout }) => stdout.includes('1 of 1 decided'));
  expect(decided).toHaveLength(1);
});
