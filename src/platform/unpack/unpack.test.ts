import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Issue } from '#core';
import { readFailure } from '../file-issue.ts';
import type { FileChunk } from '../read-chunks.ts';
import { bombFrame, LINES, LINES_ZSTD, storedFrame } from '../../../test/support/packed.ts';
import { unpackChunks } from './unpack-chunks.ts';

interface Unpacked {
  readonly text: string;
  readonly length: number;
  readonly issue: Issue | null;
}

/** Unpacks bytes that come in chunks of one size, all in the same memory as those of files do. */
async function unpack(bytes: Buffer, chunkBytes = 1 << 16, keep = true): Promise<Unpacked> {
  async function* chunks(): AsyncGenerator<FileChunk> {
    const memory = Buffer.alloc(Math.min(chunkBytes, bytes.length));
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const length = bytes.copy(memory, 0, at, at + chunkBytes);
      yield { ok: true, bytes: memory.subarray(0, length) };
      memory.fill(0x58);
      await Promise.resolve();
    }
  }
  const parts: Buffer[] = [];
  let length = 0;
  let issue: Issue | null = null;
  for await (const chunk of unpackChunks(chunks(), 'x.jsonl')) {
    if (!chunk.ok) issue = chunk.issue;
    else {
      length += chunk.bytes.length;
      if (keep) parts.push(Buffer.from(chunk.bytes));
    }
  }
  return { text: Buffer.concat(parts).toString(), length, issue };
}

const SKIP = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

describe('packed bytes', () => {
  it.each([
    ['gzip', gzipSync(LINES), LINES],
    ['gzip in several members', Buffer.concat([gzipSync(LINES), gzipSync('b')]), `${LINES}b`],
    ['gzip with zeros behind it', Buffer.concat([gzipSync('a'), Buffer.alloc(512)]), 'a'],
    ['an empty gzip', gzipSync(''), ''],
    ['Zstandard', LINES_ZSTD, LINES],
    [
      'Zstandard in several frames',
      Buffer.concat([storedFrame('a'), SKIP, LINES_ZSTD, storedFrame('')]),
      `a${LINES}`,
    ],
    ['Zstandard that begins with a frame to skip', Buffer.concat([SKIP, LINES_ZSTD]), LINES],
    ['an empty Zstandard frame', storedFrame(''), ''],
  ])('as %s come out whole, in chunks of any size', async (_, bytes, text) => {
    for (const size of [1, 3, 7, 100, 1 << 16])
      expect(await unpack(bytes, size)).toEqual({ text, length: text.length, issue: null });
  });

  it.each(['', 'a', 'abc', '{"a":1}', '\u001f', 'P', '('])(
    'that are not packed, such as %j, stay as they are',
    async (text) => {
      for (const size of [1, 2, 1 << 16])
        expect(await unpack(Buffer.from(text), size)).toMatchObject({ text, issue: null });
    },
  );

  it('that break off anywhere give what was there and an issue with the offset', async () => {
    const gzip = gzipSync(LINES);
    for (const bytes of [gzip, LINES_ZSTD]) {
      for (let cut = 4; cut < bytes.length; cut += 7) {
        const { text, issue } = await unpack(bytes.subarray(0, cut));
        expect(LINES.startsWith(text)).toBe(true);
        expect(issue).toMatchObject({
          code: 'PACK_CORRUPT',
          message: 'the packed data breaks off',
          where: { file: 'x.jsonl', offset: cut },
        });
      }
    }
  });

  it('that are damaged anywhere behind their header give an issue and never a throw', async () => {
    const gzip = gzipSync(LINES);
    for (const [bytes, from] of [
      [gzip, 10],
      [LINES_ZSTD, 7],
    ] as const) {
      for (let at = from; at < bytes.length; at += 3) {
        const damaged = Buffer.from(bytes);
        damaged[at]! ^= 0x55;
        expect((await unpack(damaged)).issue).toMatchObject({ code: 'PACK_CORRUPT' });
      }
    }
  });

  it.each([
    ['gzip', gzipSync('a')],
    ['Zstandard', storedFrame('a')],
  ])('with something else behind them are damaged: %s', async (_, bytes) => {
    const { text, issue } = await unpack(Buffer.concat([bytes, Buffer.from('something else')]));
    expect(['', 'a']).toContain(text);
    expect(issue?.code).toBe('PACK_CORRUPT');
  });

  it('that want a window beyond 128 MiB are refused before memory is', async () => {
    const frame = storedFrame('a');
    frame[5] = 0xf8;
    expect((await unpack(frame)).issue?.code).toBe('PACK_CORRUPT');
  });

  it('that unpack to far too much are stopped', async () => {
    const { length, issue } = await unpack(bombFrame(100_000), 1 << 16, false);
    expect(length).toBe(256 * 1024 * 1024);
    expect(issue).toMatchObject({ code: 'PACK_BOMB', where: { file: 'x.jsonl' } });
    expect((await unpack(bombFrame(100), 1 << 16, false)).length).toBe(100 * 131_072);
  });

  it('are left when nobody wants more of them, and their source is closed', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<FileChunk> {
      try {
        for (;;) yield { ok: true, bytes: gzipSync(LINES) };
      } finally {
        closed = true;
      }
    }
    for await (const chunk of unpackChunks(source(), 'x')) {
      expect(chunk.ok).toBe(true);
      break;
    }
    await expect.poll(() => closed).toBe(true);
  });

  it('of which no more can be read end with the reason', async () => {
    const issue = readFailure(new Error('m'), 'x');
    for (const bytes of [gzipSync(LINES).subarray(0, 50), LINES_ZSTD.subarray(0, 50)]) {
      async function* source(): AsyncGenerator<FileChunk> {
        yield { ok: true, bytes };
        await Promise.resolve();
        yield { ok: false, issue };
      }
      const result: unknown[] = [];
      for await (const chunk of unpackChunks(source(), 'x'))
        if (!chunk.ok) result.push(chunk.issue);
      expect(result).toEqual([issue]);
    }
  });
});
