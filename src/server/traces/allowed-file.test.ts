import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allowFile } from './allowed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'allowed-file-'));
const root = join(folder, 'project');
mkdirSync(join(root, 'traces'), { recursive: true });
writeFileSync(join(folder, 'secret.jsonl'), '{}\n');
writeFileSync(join(root, 'traces/a.jsonl'), '{}\n');
symlinkSync(join(folder, 'secret.jsonl'), join(root, 'traces/link.jsonl'));
symlinkSync(folder, join(root, 'out'));
symlinkSync(join(root, 'traces'), join(root, 'inner'));
afterAll(() => rmSync(folder, { recursive: true }));

const reasonOf = (file: string): string | null => {
  const allowed = allowFile(root, file);
  return allowed.ok ? null : allowed.reason;
};

describe('the file of a trace', () => {
  it('is read where it is a regular file below the root', () => {
    expect(allowFile(root, 'traces/a.jsonl')).toMatchObject({
      ok: true,
      path: join(root, 'traces/a.jsonl'),
    });
  });

  it.each([
    '../secret.jsonl',
    'traces/../../secret.jsonl',
    join(folder, 'secret.jsonl'),
    '/etc/passwd',
    String.raw`traces\..\..\secret.jsonl`,
    'traces/a.jsonl\0',
    '',
  ])('is not read from %j', (file) => {
    expect(reasonOf(file)).not.toBeNull();
  });

  it.each(['traces/link.jsonl', 'out/secret.jsonl', 'inner/a.jsonl'])(
    'is not read through the link %s',
    (file) => {
      expect(reasonOf(file)).toContain('link');
    },
  );

  it('is not a folder', () => {
    expect(reasonOf('traces')).toContain('not a regular file');
  });

  it('may be gone', () => {
    expect(reasonOf('traces/b.jsonl')).toContain('not there any more');
  });
});
