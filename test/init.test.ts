import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { whichtool, workspace } from './support/cli.ts';

let folder: ReturnType<typeof workspace>;
afterEach(() => folder.remove());

it('writes a suite, two traces and a CI job that pass on the first run, and asks nothing', async () => {
  folder = workspace({});
  const made = await whichtool(['init'], { cwd: folder.path });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  for (const name of [
    'whichtool.yaml',
    'traces/example-1.json',
    'traces/example-2.json',
    '.github/workflows/whichtool.yml',
  ]) {
    expect(made.stdout).toContain(`wrote ${name}`);
    expect(readFileSync(join(folder.path, name), 'utf8').length).toBeGreaterThan(100);
  }
  const ran = await whichtool(['run'], { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(await whichtool(['validate'], { cwd: folder.path })).toMatchObject({ code: 0 });
});

it('overwrites nothing without --force', async () => {
  folder = workspace({ 'whichtool.yaml': 'mine\n' });
  const refused = await whichtool(['init'], { cwd: folder.path });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('INIT_EXISTS');
  expect(readFileSync(join(folder.path, 'whichtool.yaml'), 'utf8')).toBe('mine\n');
  expect((await whichtool(['init', '--force'], { cwd: folder.path })).code).toBe(0);
  expect((await whichtool(['run'], { cwd: folder.path })).code).toBe(0);
});

it('adds no example to a folder of other files, and the example passes at once', async () => {
  folder = workspace({ 'traces/metrics.json': '{"score": 1}\n' });
  const made = await whichtool(['init'], { cwd: folder.path });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('wrote whichtool/traces/example-1.json');
  expect(readdirSync(join(folder.path, 'traces'))).toEqual(['metrics.json']);
  expect((await whichtool(['run', 'whichtool'], { cwd: folder.path })).code).toBe(0);
});

it('writes into another folder', async () => {
  folder = workspace({});
  const made = await whichtool(['init', 'evals'], { cwd: folder.path });
  expect(made.stdout).toContain('npx whichtool run evals/whichtool.yaml');
  expect((await whichtool(['run', 'evals/whichtool.yaml'], { cwd: folder.path })).code).toBe(0);
  expect((await whichtool(['run', 'evals'], { cwd: folder.path })).code).toBe(0);
});
