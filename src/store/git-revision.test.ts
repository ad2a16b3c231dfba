import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRevision } from './git-revision.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OTHER = 'fedcba9876543210fedcba9876543210fedcba98';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whichtool-git-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

describe('what is checked out', () => {
  it('is the commit of the branch, from a folder below too', () => {
    write({
      '.git/HEAD': 'ref: refs/heads/feature/a\n',
      '.git/refs/heads/feature/a': `${COMMIT}\n`,
      'below/x': '',
    });
    expect(readRevision(join(root, 'below'))).toEqual({ commit: COMMIT, branch: 'feature/a' });
  });

  it('is found among packed refs, where a loose one wins', () => {
    write({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${OTHER} refs/heads/not/refs/heads/main\n${COMMIT} refs/heads/main\n^${OTHER}\n`,
    });
    expect(readRevision(root)).toEqual({ commit: COMMIT, branch: 'main' });
    write({ '.git/refs/heads/main': OTHER });
    expect(readRevision(root)).toEqual({ commit: OTHER, branch: 'main' });
  });

  it('has no branch when HEAD is detached', () => {
    write({ '.git/HEAD': `${COMMIT}\n` });
    expect(readRevision(root)).toEqual({ commit: COMMIT, branch: null });
  });

  it('is that of the worktree, whose refs are those of the repository', () => {
    write({
      'tree/.git': 'gitdir: ../main/.git/worktrees/tree\n',
      'main/.git/worktrees/tree/HEAD': 'ref: refs/heads/topic\n',
      'main/.git/worktrees/tree/commondir': '../..\n',
      'main/.git/refs/heads/topic': COMMIT,
    });
    expect(readRevision(join(root, 'tree'))).toEqual({ commit: COMMIT, branch: 'topic' });
  });

  it.each([
    ['an unborn branch', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['a ref that leads elsewhere', { '.git/HEAD': 'ref: refs/../../secret', secret: COMMIT }],
    ['a ref outside refs', { '.git/HEAD': 'ref: config', '.git/config': COMMIT }],
    ['a ref that is no commit', { '.git/HEAD': 'ref: refs/heads/x', '.git/refs/heads/x': 'no' }],
    ['an empty HEAD', { '.git/HEAD': '' }],
    ['no HEAD', { '.git/config': '' }],
    ['a link to nowhere', { '.git': 'gitdir: nowhere' }],
  ])('is unknown for %s', (_, files: Readonly<Record<string, string>>) => {
    write(files);
    expect(readRevision(root)).toBeNull();
  });
});
