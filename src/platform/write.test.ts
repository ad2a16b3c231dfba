import { spawn } from 'node:child_process';
import {
  chmodSync,
  createWriteStream,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFileAtomic } from './write-file-atomic.ts';
import { writeStream, writeWhole } from './write-stream.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-write-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function* brokenReporter(): Generator<string> {
  yield 'x'.repeat(200_000);
  throw new Error('broken reporter');
}

describe('writing a file', () => {
  it('makes missing folders and leaves nothing beside the file', async () => {
    const base = makeFolder('fresh');
    const path = join(base, 'deep', 'er', 'report.json');
    expect(await writeFileAtomic(path, ['one ', 'two ', 'ü'])).toEqual({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe('one two ü');
    expect(readdirSync(join(base, 'deep', 'er'))).toEqual(['report.json']);
  });

  it('takes text that is encoded already as it is', async () => {
    async function* encoded(): AsyncGenerator<string | Buffer> {
      yield Buffer.from('ü, ');
      yield 'ö';
    }
    const path = join(makeFolder('encoded'), 'report.json');
    expect(await writeFileAtomic(path, encoded())).toEqual({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe('ü, ö');
  });

  it('replaces an older one and keeps its permissions', async () => {
    const path = join(makeFolder('older'), 'report.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    expect(await writeFileAtomic(path, ['new'])).toEqual({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o640);
  });

  it('writes more than one system call takes', async () => {
    const path = join(makeFolder('large'), 'report.json');
    await writeFileAtomic(
      path,
      Array.from({ length: 5000 }, () => 'x'.repeat(1000)),
    );
    expect(statSync(path).size).toBe(5_000_000);
  });

  it('keeps the older one when whoever makes the text fails', async () => {
    const base = makeFolder('failing');
    const path = join(base, 'report.json');
    writeFileSync(path, 'old');
    await expect(writeFileAtomic(path, brokenReporter())).rejects.toThrow('broken reporter');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(base)).toEqual(['report.json']);
  });

  it('goes through a link instead of replacing it, also when the link dangles', async () => {
    const base = makeFolder('links');
    const link = join(base, 'latest.json');
    symlinkSync('target.json', link);
    await writeFileAtomic(link, ['first']);
    await writeFileAtomic(link, ['second']);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(base, 'target.json'), 'utf8')).toBe('second');
  });

  it('is refused for folders, read-only files and impossible paths', async () => {
    const base = makeFolder('refused');
    const locked = join(base, 'locked.json');
    writeFileSync(locked, 'old');
    chmodSync(locked, 0o444);
    const outcomes = [
      await writeFileAtomic(base, ['x']),
      await writeFileAtomic(locked, ['x']),
      await writeFileAtomic(join(locked, 'below.json'), ['x']),
    ];
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ ok: false, issue: { code: 'OUTPUT_UNWRITABLE' } });
    }
    expect(outcomes[1]).toEqual({
      ok: false,
      issue: {
        code: 'OUTPUT_UNWRITABLE',
        severity: 'error',
        message: 'cannot be written: is read-only',
        where: { file: locked },
      },
    });
    expect(readFileSync(locked, 'utf8')).toBe('old');
    expect(readdirSync(base)).toEqual(['locked.json']);
  });

  it('does not trip over what an earlier crash left behind', async () => {
    const base = makeFolder('stale');
    writeFileSync(join(base, `.whichtool-${process.pid}-0.tmp`), 'stale');
    expect(await writeFileAtomic(join(base, 'report.json'), ['new'])).toEqual({ ok: true });
    expect(readFileSync(join(base, 'report.json'), 'utf8')).toBe('new');
  });

  it.skipIf(process.platform !== 'linux')('writes to devices without replacing them', async () => {
    const full = join(makeFolder('devices'), 'full');
    symlinkSync('/dev/full', full);
    expect(await writeFileAtomic('/dev/null', ['x'])).toEqual({ ok: true });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(await writeFileAtomic(full, ['x'])).toEqual({
      ok: false,
      issue: {
        code: 'OUTPUT_UNWRITABLE',
        severity: 'error',
        message: 'cannot be written: no space left on device',
        where: { file: full },
      },
    });
  });
});

describe('writing to a stream', () => {
  it('waits until the reader takes it', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const chunks = Array.from({ length: 3000 }, (_, index) => `${index},${'y'.repeat(100)}\n`);
    const writing = writeStream(stream, chunks).finally(() => stream.end());
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(await writing).toEqual({ state: 'written' });
    expect(text).toBe(chunks.join(''));
  });

  it('stops without a word when the reader goes away', async () => {
    const reader = spawn('true', { stdio: ['pipe', 'ignore', 'ignore'] });
    let made = 0;
    const chunks = function* (): Generator<string> {
      for (; made < 1000; made++) yield 'z'.repeat(100_000);
    };
    expect(await writeStream(reader.stdin, chunks())).toEqual({ state: 'closed' });
    expect(made).toBeLessThan(1000);
    expect(await writeStream(reader.stdin, ['more'])).toEqual({ state: 'closed' });
  });

  it.skipIf(process.platform !== 'linux')('tells of a full disk', async () => {
    const stream = createWriteStream('/dev/full');
    expect(await writeStream(stream, ['x'], 'standard output')).toEqual({
      state: 'failed',
      issue: {
        code: 'OUTPUT_UNWRITABLE',
        severity: 'error',
        message: 'cannot be written: no space left on device',
        where: { file: 'standard output' },
      },
    });
    const fd = openSync('/dev/full', 'w');
    expect(writeWhole(fd, 'x')).toMatchObject({ code: 'ENOSPC' });
    closeSync(fd);
  });
});
