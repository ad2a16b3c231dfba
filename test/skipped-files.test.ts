import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonl, type Ran, whichtool, workspace } from './support/cli.ts';

const RUN = jsonl({ tool_calls: [{ name: 'search' }] });
const CLASS = ['--class', 'search=search'];

let folder: ReturnType<typeof workspace>;
beforeEach(() => {
  folder = workspace({ 'traces/a.jsonl': RUN, 'elsewhere/b.jsonl': RUN });
});
afterEach(() => folder.remove());

const run = (...args: readonly string[]): Promise<Ran> => whichtool(args, { cwd: folder.path });

describe.skipIf(process.platform === 'win32')('a link among traces', () => {
  it.each(['traces', 'traces/*.jsonl'])('is not measured where %s names it', async (traces) => {
    symlinkSync('../elsewhere/b.jsonl', join(folder.path, 'traces/b.jsonl'));
    for (const command of [
      ['score', traces, ...CLASS],
      ['inspect', traces],
      ['convert', traces],
    ]) {
      const { code, stdout, stderr } = await run(...command);
      expect([command[0], code]).toEqual([command[0], 3]);
      expect(stdout + stderr).toContain('LINK_SKIPPED');
    }
  });

  it('is only said where its target is read, too', async () => {
    symlinkSync('a.jsonl', join(folder.path, 'traces/latest.jsonl'));
    const { code, stdout } = await run('score', 'traces', ...CLASS);
    expect(code).toBe(0);
    expect(stdout).toContain('LINK_SKIPPED');
  });

  it('is read where it is named itself', async () => {
    symlinkSync('../elsewhere/b.jsonl', join(folder.path, 'traces/b.jsonl'));
    const { code, stdout } = await run('score', 'traces/b.jsonl', ...CLASS);
    expect(code).toBe(0);
    expect(stdout).not.toContain('LINK_SKIPPED');
  });
});

it('says that a hidden folder below a named one is left out, and reads it where it is named', async () => {
  folder.write('traces/.old/deep/c.jsonl', RUN);
  folder.write('traces/.notes/readme.md', 'nothing to read');
  const around = await run('score', 'traces', ...CLASS);
  expect(around.code).toBe(0);
  expect(around.stdout.match(/HIDDEN_SKIPPED/g)).toHaveLength(1);
  expect(around.stdout).toContain('traces/.old');
  const named = await run('score', 'traces', 'traces/.old', ...CLASS, '--reporter', 'json');
  expect(named.stdout).not.toContain('HIDDEN_SKIPPED');
  expect((JSON.parse(named.stdout) as { totals: { runs: number } }).totals.runs).toBe(2);
});
