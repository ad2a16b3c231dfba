import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('making a folder', () => {
  it('makes its parents too, and leaves what exists', () => {
    root = mkdtempSync(join(tmpdir(), 'whichtool-folder-'));
    makeFolder(join(root, 'a/b/c'));
    makeFolder(join(root, 'a/b/c'));
    makeFolder(root);
    expect(existsSync(join(root, 'a/b/c'))).toBe(true);
  });

  it('fails below a file', () => {
    root = mkdtempSync(join(tmpdir(), 'whichtool-folder-'));
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file/a/b'))).toThrow(/ENOTDIR/);
  });

  it.skipIf(process.platform !== 'linux')('fails where nothing can be made', () => {
    expect(() => makeFolder('/proc/missing/folder')).toThrow(/ENOENT/);
  });
});
