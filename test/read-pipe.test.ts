import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChunks, type ReadOptions } from '../src/platform/read-chunks.ts';

// Not beside the code: in a thread of the test runner the end of a pipe would be closed once more when the thread ends,
// and by then the number may be someone else's file.

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-pipe-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function makePipe(name: string): string {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

async function read(path: string, options?: ReadOptions): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const chunk of readChunks(path, options))
    found.push(chunk.ok ? chunk.bytes.toString('latin1') : chunk.issue);
  return found;
}

describe.skipIf(process.platform === 'win32')('reading a pipe', () => {
  it('waits for the writer and ends with it', async () => {
    const path = makePipe('busy');
    const [found] = await Promise.all([
      read(path),
      new Promise((resolve) => {
        spawn('sh', ['-c', `printf "one\\ntwo" > "${path}"`]).on('close', resolve);
      }),
    ]);
    expect(found.join('')).toBe('one\ntwo');
  });

  it('does not wait for ever', async () => {
    expect(await read(makePipe('silent'), { label: 'silent', deadlineMs: 20 })).toEqual([
      {
        code: 'FILE_SILENT',
        severity: 'error',
        message: 'the pipe brought nothing for 0.02 seconds',
        where: { file: 'silent' },
        hint: 'is the program that writes to it still running?',
      },
    ]);
  });
});
