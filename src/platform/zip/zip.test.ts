import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openZip } from './open-zip.ts';
import { bombFrame, LINES, LINES_ZSTD, writeZip } from '../../../test/support/packed.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-zip-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Each member with its content, or with what is wrong with it; one pair for the whole archive when that is wrong. */
async function read(bytes: Buffer): Promise<[name: string, content: string][]> {
  const path = join(folder, 'x.zip');
  writeFileSync(path, bytes);
  const zip = openZip(path, 'x.zip');
  if (!zip.ok) return [['', `${zip.issue.code}: ${zip.issue.message}`]];
  const result: [string, string][] = [];
  for (const member of zip.members) {
    let content = '';
    for await (const chunk of member.read())
      content = chunk.ok
        ? content + chunk.bytes.toString()
        : `${chunk.issue.code}: ${chunk.issue.message}`;
    result.push([member.name, content]);
  }
  zip.close();
  return result;
}

const A = { name: 'a.json', content: '{"a":1}' };

describe('an archive', () => {
  it.each([false, true])(
    'gives its members by name, whatever packed them (large: %s)',
    async (large) => {
      const members = [
        { name: 'z.jsonl', content: LINES },
        { name: 'stored/b.json', content: 'b', method: 0 as const },
        { name: 'c.jsonl', content: LINES, method: 93 as const, packed: LINES_ZSTD },
        { name: 'folder/', content: '', method: 0 as const },
        { name: 'empty.json', content: '' },
      ];
      expect(await read(writeZip(members, large))).toEqual([
        ['c.jsonl', LINES],
        ['empty.json', ''],
        ['stored/b.json', 'b'],
        ['z.jsonl', LINES],
      ]);
    },
  );

  it('names archive and member', () => {
    const path = join(folder, 'y.zip');
    writeFileSync(path, writeZip([A]));
    const zip = openZip(path, 'logs/y.zip');
    expect(zip.ok && zip.members.map(({ label }) => label)).toEqual(['logs/y.zip!a.json']);
    if (zip.ok) zip.close();
  });

  it('may have a comment, and may be empty', async () => {
    const zip = writeZip([A]);
    zip.writeUInt16LE(5, zip.length - 2);
    expect(await read(Buffer.concat([zip, Buffer.from('hello')]))).toEqual([['a.json', '{"a":1}']]);
    expect(await read(writeZip([]))).toEqual([]);
  });

  it.each([
    ['../a.json'],
    ['x/../../a.json'],
    ['/etc/a.json'],
    ['C:\\a.json'],
    ['..\\a.json'],
    ['\\\\host\\a.json'],
    ['a\0.json'],
  ])('with a member %j reads all but that', async (name) => {
    const result = await read(writeZip([{ name, content: 'x' }, A]));
    expect(new Map(result)).toEqual(
      new Map([
        ['a.json', '{"a":1}'],
        [name, 'ARCHIVE_MEMBER: its name leads out of the archive'],
      ]),
    );
  });

  it.each([
    ['ARCHIVE_MEMBER: it is encrypted', { ...A, flags: 1 }],
    ['ARCHIVE_MEMBER: it is a symbolic link', { ...A, mode: 0o120_777 }],
    ['{"a":1}', { ...A, mode: 0o100_644 }],
    [
      'ARCHIVE_MEMBER: it is packed by method 12, and only Deflate and Zstandard can be read',
      { ...A, method: 12 as const },
    ],
    ['PACK_CORRUPT: the packed data is damaged', { ...A, crc: 1 }],
    ['PACK_CORRUPT: the packed data is damaged', { ...A, size: 3 }],
    ['PACK_CORRUPT: the packed data breaks off', { ...A, size: 8 }],
    ['PACK_CORRUPT: the packed data is damaged', { ...A, packed: Buffer.from([7, 7, 7]) }],
    ['PACK_CORRUPT: the packed data breaks off', { ...A, packed: Buffer.from([]) }],
    [
      'PACK_CORRUPT: the packed data is damaged',
      { ...A, method: 93 as const, packed: Buffer.from('nothing') },
    ],
  ])('tells of a member: %s', async (message, member) => {
    expect(await read(writeZip([member, { name: 'b', content: 'b' }]))).toEqual([
      ['a.json', message],
      ['b', 'b'],
    ]);
  });

  it('whose members share bytes is a bomb', async () => {
    const twice = writeZip([A, { name: 'b.json', content: '', offset: 0 }]);
    expect(await read(twice)).toEqual([
      ['', 'PACK_BOMB: this archive cannot be read: its member "a.json" overlaps another one'],
    ]);
    expect(await read(writeZip([{ ...A, offset: 1e9 }], true))).toMatchObject([
      ['', 'PACK_BOMB: this archive cannot be read: its member "a.json" overlaps another one'],
    ]);
  });

  it('whose members together unpack to far too much is a bomb', async () => {
    const blocks = 1100;
    const packed = bombFrame(blocks);
    const size = blocks * 131_072;
    const bomb = (name: string): object => ({
      name,
      content: '',
      packed,
      size,
      method: 93,
      crc: 0,
    });
    const path = join(folder, 'bomb.zip');
    writeFileSync(path, writeZip([bomb('a'), bomb('b')] as never));
    const zip = openZip(path, 'bomb.zip');
    const codes: string[] = [];
    for (const member of zip.ok ? zip.members : [])
      for await (const chunk of member.read()) if (!chunk.ok) codes.push(chunk.issue.code);
    if (zip.ok) zip.close();
    expect(codes).toEqual(['PACK_CORRUPT', 'PACK_BOMB']);
  });

  it('with more members than could be is a bomb', async () => {
    const zip = writeZip([A], true);
    zip.writeBigUInt64LE(2n ** 62n, zip.length - 22 - 20 - 56 + 32);
    expect((await read(zip))[0]?.[1]).toMatch(/^PACK_BOMB: .* members, which is too many/);
  });

  it('that is cut anywhere has no directory', async () => {
    const zip = writeZip([A, { name: 'b', content: LINES }]);
    for (let cut = 0; cut < zip.length; cut += 5)
      expect((await read(zip.subarray(0, cut)))[0]?.[1]).toMatch(/^PACK_CORRUPT/);
  });

  it('that is garbled anywhere gives issues or what is left, and never a throw', async () => {
    for (const large of [false, true]) {
      const zip = writeZip(
        [A, { name: 'b', content: LINES, method: 93, packed: LINES_ZSTD }],
        large,
      );
      for (let at = 0; at < zip.length; at += 3) {
        const garbled = Buffer.from(zip);
        garbled[at]! ^= 0xff;
        await read(garbled);
      }
    }
  });

  it('that is not there, or a folder, is told as such', () => {
    expect(openZip(join(folder, 'no.zip'), 'no.zip')).toMatchObject({
      ok: false,
      issue: { code: 'FILE_NOT_FOUND' },
    });
    expect(openZip(folder, 'f')).toMatchObject({ ok: false, issue: { code: 'FILE_IS_DIRECTORY' } });
  });
});
