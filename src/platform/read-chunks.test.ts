import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Issue } from '#core';
import { openFile } from './open-file.ts';
import { readChunks, type ReadOptions } from './read-chunks.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-read-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(
  path: string,
  options?: ReadOptions,
): Promise<{ text: string; sizes: number[]; issues: Issue[] }> {
  const sizes: number[] = [];
  const issues: Issue[] = [];
  let text = '';
  for await (const chunk of readChunks(path, options)) {
    if (!chunk.ok) {
      issues.push(chunk.issue);
      continue;
    }
    sizes.push(chunk.bytes.length);
    text += chunk.bytes.toString('latin1');
  }
  return { text, sizes, issues };
}

function issueOf(path: string): unknown {
  const opened = openFile(path, 'label');
  return opened.ok ? null : opened.issue;
}

describe('reading a file', () => {
  it('gives its bytes in chunks of at most the wanted size', async () => {
    const path = join(folder, 'ten.txt');
    writeFileSync(path, '0123456789');
    expect(await read(path, { chunkBytes: 4 })).toEqual({
      text: '0123456789',
      sizes: [4, 4, 2],
      issues: [],
    });
  });

  it('gives nothing for an empty file', async () => {
    const path = join(folder, 'empty.txt');
    writeFileSync(path, '');
    expect(await read(path)).toEqual({ text: '', sizes: [], issues: [] });
  });

  it.each([
    ['shorter', '0123', '0123', ['FILE_SHRUNK 4']],
    ['longer', '0123456789ab', '0123456789', []],
  ])(
    'that becomes %s gives what was there, and says what is gone',
    async (_, later, text, issues) => {
      const path = join(folder, 'changing.txt');
      writeFileSync(path, '0123456789');
      let result = '';
      const reported: string[] = [];
      for await (const chunk of readChunks(path, { chunkBytes: 4 })) {
        if (chunk.ok) result += chunk.bytes.toString('latin1');
        else reported.push(`${chunk.issue.code} ${chunk.issue.where?.offset}`);
        writeFileSync(path, later);
      }
      expect([result, reported]).toEqual([text, issues]);
    },
  );

  it('may be given up half way', async () => {
    const path = join(folder, 'long.txt');
    writeFileSync(path, 'x'.repeat(100));
    const chunks = readChunks(path, { chunkBytes: 10 });
    expect((await chunks.next()).done).toBe(false);
    expect(await chunks.return(undefined)).toEqual({ done: true, value: undefined });
  });

  it('says what is wrong instead of throwing', async () => {
    expect(await read(join(folder, 'absent.json'), { label: 'absent.json' })).toEqual({
      text: '',
      sizes: [],
      issues: [
        {
          code: 'FILE_NOT_FOUND',
          severity: 'error',
          message: 'no such file',
          where: { file: 'absent.json' },
        },
      ],
    });
  });
});

describe('opening what is not a file', () => {
  it('is refused with the reason', () => {
    mkdirSync(join(folder, 'sub'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
    writeFileSync(join(folder, 'plain'), '');
    expect(issueOf(join(folder, 'sub'))).toMatchObject({ code: 'FILE_IS_DIRECTORY' });
    expect(issueOf(join(folder, 'dangling'))).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'is a symbolic link to a file that does not exist',
    });
    expect(issueOf(join(folder, 'loop'))).toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(issueOf(join(folder, 'plain', 'below'))).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(issueOf(`${folder}/nul\0byte`)).toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it.skipIf(process.platform === 'win32')('is refused for devices and sockets', async () => {
    const server = createServer();
    const socket = join(folder, 'socket');
    await new Promise<void>((resolve) => {
      server.listen(socket, resolve);
    });
    expect(issueOf('/dev/zero')).toEqual({
      code: 'FILE_NOT_REGULAR',
      severity: 'error',
      message: 'is a device or a socket, not a file',
      where: { file: 'label' },
    });
    expect(issueOf(socket)).toMatchObject({ code: 'FILE_NOT_REGULAR' });
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
});
