import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandPaths } from './expand-paths.ts';
import { isSourceUrl } from '#core';
import { findRoot } from './find-root.ts';
import { insideRoot } from './inside-root.ts';
import { posixRelative } from './posix-relative.ts';

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'whichtool-paths-')));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function makeFiles(base: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(base, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '{}');
  }
}

describe('the root of a project', () => {
  it('is the nearest folder above with a repository or a package', () => {
    const base = join(folder, 'roots');
    makeFiles(base, ['package.json', 'a/b/x', 'repo/.git/HEAD', 'repo/c/x']);
    expect(findRoot(join(base, 'a', 'b'))).toBe(base);
    expect(findRoot(base)).toBe(base);
    expect(findRoot(join(base, 'repo', 'c'))).toBe(join(base, 'repo'));
  });
});

describe('staying inside a root', () => {
  it('is decided on where a path really leads', () => {
    const base = join(folder, 'inside');
    const root = join(base, 'root');
    makeFiles(base, ['root/sub/in.json', 'out/secret.json', 'root-beside/x.json']);
    symlinkSync(join(base, 'out'), join(root, 'link-out'));
    symlinkSync(join(root, 'sub'), join(root, 'link-in'));
    symlinkSync('../out/not-yet.json', join(root, 'dangling-out'));
    symlinkSync('sub/not-yet.json', join(root, 'dangling-in'));
    symlinkSync(join(root, 'loop'), join(root, 'loop'));
    symlinkSync(root, join(base, 'root-link'));
    const inside = (path: string): boolean => insideRoot(join(root, path), root);
    expect(inside('sub/in.json')).toBe(true);
    expect(inside('.')).toBe(true);
    expect(inside('..x/new.json')).toBe(true);
    expect(inside('not/there/yet.json')).toBe(true);
    expect(inside('link-in/in.json')).toBe(true);
    expect(inside('dangling-in')).toBe(true);
    expect(inside('../out/secret.json')).toBe(false);
    expect(inside('sub/../../root-beside/x.json')).toBe(false);
    expect(inside('link-out/secret.json')).toBe(false);
    expect(inside('link-out/not-yet.json')).toBe(false);
    expect(inside('dangling-out')).toBe(false);
    expect(inside('loop')).toBe(false);
    expect(insideRoot('/', root)).toBe(false);
    expect(insideRoot(join(root, 'sub', 'in.json'), join(base, 'root-link'))).toBe(true);
  });
});

describe('a relative path', () => {
  it('has forward slashes, and a dot for the folder itself', () => {
    expect(posixRelative(join('a', 'b'), join('a', 'b', 'c', 'd'))).toBe('c/d');
    expect(posixRelative(join('a', 'b'), join('a', 'c'))).toBe('../c');
    expect(posixRelative('a', 'a')).toBe('.');
  });
});

async function expand(
  base: string,
  patterns: string[],
): Promise<{ paths: string[]; issues: unknown[] }> {
  const { paths, issues } = await expandPaths(patterns, base);
  return {
    paths: paths.map((path) => (path === '-' ? path : posixRelative(base, path))),
    issues: [...issues],
  };
}

function nothing(file: string, message: string, hint: string): object {
  return { code: 'NO_TRACES_FOUND', severity: 'error', message, where: { file }, hint };
}

describe('expanding paths', () => {
  const skipped = (file: string): object => ({
    code: 'LINK_SKIPPED',
    severity: 'warning',
    message: 'is a symbolic link and was not read',
    where: { file },
    hint: 'name it itself to read it',
  });

  it('finds trace files below a folder, sorted by code unit, without links, packages and dot-folders', async () => {
    const base = join(folder, 'tree');
    makeFiles(base, [
      'traces/b.jsonl',
      'traces/B.json',
      'traces/a/z.ndjson',
      'traces/a.json',
      'traces/C.JSONL.GZ',
      'traces/notes.txt',
      'traces/node_modules/x.json',
      'traces/.cache/x.json',
      'other/x.json',
    ]);
    symlinkSync(join(base, 'other'), join(base, 'traces', 'other'));
    symlinkSync(join(base, 'other', 'x.json'), join(base, 'traces', 'linked.json'));
    expect(await expand(base, ['traces'])).toEqual({
      paths: [
        'traces/B.json',
        'traces/C.JSONL.GZ',
        'traces/a.json',
        'traces/a/z.ndjson',
        'traces/b.jsonl',
      ],
      issues: expect.arrayContaining([
        skipped('traces/linked.json'),
        skipped('traces/other'),
        {
          ...skipped('traces/.cache'),
          code: 'HIDDEN_SKIPPED',
          message: 'is a hidden folder with trace files and was not read',
        },
      ]) as unknown[],
    });
  });

  it.skipIf(process.platform === 'win32')(
    'leaves nothing out without a word: links and pipes that a glob matches, links that lead nowhere',
    async () => {
      const base = join(folder, 'odd');
      makeFiles(base, ['a.json', 'sub/b.json']);
      symlinkSync('a.json', join(base, 'linked.json'));
      symlinkSync('nowhere', join(base, 'dangling.json'));
      symlinkSync('sub', join(base, 'other'));
      execFileSync('mkfifo', [join(base, 'pipe.json')]);
      const globbed = await expand(base, ['**/*.json']);
      expect(globbed.paths).toEqual(['a.json', 'pipe.json', 'sub/b.json']);
      expect(globbed.issues).toHaveLength(3);
      expect(globbed.issues).toEqual(
        expect.arrayContaining(['dangling.json', 'linked.json', 'other'].map(skipped)),
      );
      expect((await expand(base, ['.'])).paths).toEqual(['a.json', 'pipe.json', 'sub/b.json']);
      expect((await expand(base, ['dangling.json'])).issues).toMatchObject([
        { code: 'NO_TRACES_FOUND', message: 'is a symbolic link to a file that does not exist' },
      ]);
      expect((await expand(base, ['linked.json', 'other'])).paths).toEqual([
        'linked.json',
        'other/b.json',
      ]);
    },
  );

  it('takes files, globs and standard input together, each once', async () => {
    const base = join(folder, 'mixed');
    makeFiles(base, ['t/a.json', 't/b.txt', 't/deep/c.jsonl', 'weird[1].json']);
    const patterns = ['t/**/*.json*', 't/b.txt', join(base, 't', 'a.json'), '-', 'weird[1].json'];
    expect(await expand(base, [...patterns, '-'])).toEqual({
      paths: ['-', 't/a.json', 't/b.txt', 't/deep/c.jsonl', 'weird[1].json'],
      issues: [],
    });
  });

  it('lets the addresses of sources through as they are', async () => {
    const urls = ['phoenix://my%20app?limit=5', 'langsmith://shop'];
    expect(await expandPaths(urls, folder)).toEqual({ paths: urls.toReversed(), issues: [] });
    for (const file of ['traces/a.json', 'C:\\traces\\a.json', 'C://a.json', '/a:b/c.json'])
      expect(isSourceUrl(file)).toBe(false);
  });

  it('says which pattern found nothing, with advice', async () => {
    const base = join(folder, 'nothing');
    makeFiles(base, ['d.json', 'c.json', 'b.json', 'a.json', 'hollow/readme.md']);
    const { paths, issues } = await expand(base, [
      'x.json',
      'no/x.json',
      '*.yaml',
      'hollow',
      'hollo/',
      '',
      'hollov/*.json',
      'hollow/*.json',
      'a/b/c/**/*.json',
    ]);
    expect(paths).toEqual([]);
    expect(issues).toEqual([
      nothing(
        'x.json',
        'no such file or folder',
        'this folder has a.json, b.json, c.json and 1 more',
      ),
      nothing(
        'no/x.json',
        'no such file or folder',
        'there is no folder no; this folder has hollow',
      ),
      nothing(
        '*.yaml',
        'no file matches this pattern',
        'this folder has a.json, b.json, c.json and 1 more',
      ),
      nothing(
        'hollow',
        'no trace files in this folder',
        'they end in .json, .jsonl, .ndjson or .traj, also with .gz or .zst behind it, or in .eval',
      ),
      nothing('hollo/', 'no such file or folder', 'did you mean "hollow"?'),
      nothing('', 'no such file or folder', 'this folder has a.json, b.json, c.json and 1 more'),
      nothing(
        'hollov/*.json',
        'no file matches this pattern',
        'there is no folder hollov; did you mean "hollow"?',
      ),
      nothing('hollow/*.json', 'no file matches this pattern', 'hollow has no trace files'),
      nothing(
        'a/b/c/**/*.json',
        'no file matches this pattern',
        'there is no folder a; this folder has hollow',
      ),
    ]);
  });
});
