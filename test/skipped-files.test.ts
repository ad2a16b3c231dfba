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

  it.each(['{traces,li*}/*.jsonl', '**/*.jsonl', '{traces/a.jsonl,li*}'])(
    'to a folder is not measured where %s goes through it or matches it',
    async (pattern) => {
      folder.write('.store/c.jsonl', RUN);
      symlinkSync('.store', join(folder.path, 'link'));
      const { code, stdout, stderr } = await run('score', pattern, ...CLASS);
      expect(code).toBe(3);
      expect(stdout + stderr).toMatch(/link .*LINK_SKIPPED/);
      const named = await run('score', 'link/*.jsonl', ...CLASS);
      expect([named.code, named.stdout.includes('LINK_SKIPPED')]).toEqual([0, false]);
    },
  );

  it('to a folder is only said where all files in it are read, too', async () => {
    symlinkSync('../elsewhere', join(folder.path, 'traces/link'));
    const { code, stdout } = await run('score', 'traces', 'elsewhere', ...CLASS);
    expect([code, stdout.includes('LINK_SKIPPED')]).toEqual([0, true]);
    folder.write('elsewhere/c.jsonl', RUN);
    expect((await run('score', 'traces', 'elsewhere/b.jsonl', ...CLASS)).code).toBe(3);
  });

  it('is read where it is named itself', async () => {
    symlinkSync('../elsewhere/b.jsonl', join(folder.path, 'traces/b.jsonl'));
    const { code, stdout } = await run('score', 'traces/b.jsonl', ...CLASS);
    expect(code).toBe(0);
    expect(stdout).not.toContain('LINK_SKIPPED');
  });
});

it.skipIf(process.platform === 'win32').each(['suites', 'suites/*.yaml'])(
  'a link to a suite among those of %s is refused, unless the suite runs anyway',
  async (suites) => {
    const suite = (name: string): string =>
      `tests:\n  - { name: ${name}, traces: t.jsonl, function_call_coverage: { function_calls: [search] } }\n`;
    folder.write('suites/a.whichtool.yaml', suite('a'));
    folder.write('more/b.whichtool.yaml', suite('b'));
    for (const where of ['suites', 'more']) folder.write(`${where}/t.jsonl`, RUN);
    symlinkSync('../more/b.whichtool.yaml', join(folder.path, 'suites/b.whichtool.yaml'));
    const { code, stderr } = await run('run', suites);
    expect(code).toBe(2);
    expect(stderr).toMatch(/suites\/b\.whichtool\.yaml .*LINK_SKIPPED/);
    expect((await run('run', suites, 'more')).code).toBe(0);
  },
);

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

it('does not measure a hidden folder that a pattern matches, unless its files match as well', async () => {
  folder.write('traces/.old/c.jsonl', RUN);
  folder.write('traces/.d.jsonl', RUN);
  const matched = await run('score', 'traces/.*', ...CLASS);
  expect(matched.code).toBe(3);
  expect(matched.stdout).toMatch(/traces\/\.old .*HIDDEN_SKIPPED/);
  const through = await run('score', 'traces/.*', 'traces/.old/*', ...CLASS);
  expect([through.code, through.stdout.includes('HIDDEN_SKIPPED')]).toEqual([0, false]);
});

it('says that ** passes over a hidden folder', async () => {
  folder.write('traces/.old/c.jsonl', RUN);
  const { code, stdout } = await run('score', 'traces/**/*.jsonl', ...CLASS);
  expect(code).toBe(0);
  expect(stdout).toMatch(/traces\/\.old .*HIDDEN_SKIPPED/);
});
