import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { posixRelative } from '../posix-relative.ts';
import { findProjectFiles } from './find-project-files.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function project(files: Readonly<Record<string, string>>): void {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-files-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function find(
  at = '.',
  limits: { maxEntries?: number; maxDepth?: number } = {},
): Promise<{ found: readonly string[]; isCut: boolean }> {
  const isOther = (names: readonly string[]): boolean => names.includes('whichtool.yaml');
  const { paths, isCut } = await findProjectFiles(join(folder, at), isOther, limits);
  return { found: paths.map((path) => posixRelative(folder, path)), isCut };
}

it('leaves out what git ignores, node_modules, hidden folders, links and other suites', async () => {
  project({
    '.git/HEAD': '',
    '.gitignore': 'out/\n*.tmp.json\n',
    'package.json': '{}',
    'traces/a.jsonl': '',
    'traces/b.tmp.json': '',
    'traces/c.txt': '',
    'traces/deep/.gitignore': '!d.tmp.json\n',
    'traces/deep/d.tmp.json': '',
    'out/e.json': '',
    'node_modules/x/f.json': '',
    '.hidden/g.json': '',
    'evals/whichtool.yaml': '',
    'evals/traces/h.json': '',
  });
  symlinkSync(join(folder, 'traces/a.jsonl'), join(folder, 'traces/link.jsonl'));
  expect(await find()).toEqual({
    found: ['package.json', 'traces/a.jsonl', 'traces/deep/d.tmp.json'],
    isCut: false,
  });
});

it('follows the rules of the folders above', async () => {
  project({
    '.git/HEAD': '',
    '.gitignore': '/sub/*.log.json\n',
    'sub/a.log.json': '',
    'sub/b.json': '',
  });
  expect((await find('sub')).found).toEqual(['sub/b.json']);
});

it('ends at its limits, and says so', async () => {
  project({ 'a.json': '', 'x/b.json': '', 'x/y/c.json': '' });
  expect(await find('.', { maxDepth: 1 })).toEqual({ found: ['a.json', 'x/b.json'], isCut: true });
  expect(await find('.', { maxEntries: 1 })).toEqual({ found: ['a.json'], isCut: true });
});
