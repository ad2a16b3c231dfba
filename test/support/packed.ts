import { crc32, deflateRawSync } from 'node:zlib';

/** Forty lines, and what `zstd -19` made of them: tables, sequences and a checksum. */
export const LINES: string = Array.from(
  { length: 40 },
  (_, index) =>
    `{"tool_calls":[{"name":"tool_${index % 7}","server":"s","arguments":{"q":"question number ${index}"}}]}\n`,
).join('');
export const LINES_ZSTD: Buffer = Buffer.from(
  'KLUv/WSODD0GAFKKHhhwbw52jMlrAtmh1P9/xHDJloni6Kr7ZwLAPObUYtvufr1s37ptu/v77O/u7fvfZ392bl7fNvOzc/MWJzyw95xrbfe3gXnMqSyYovJUUABFDSVjJSlUSS+okoLiUzFTooJKhTpFa4pSBWVQ45NAehlQpeMkC+JEEaVXT6gR8Ov/bAawo4LqEnAQ+P8ZBPcL5gfOdbbjFWUrttd5qnKVpUzbiRb92dxml5flJFs/NrfY0rCcYImC6RqNLFSP4WTW8mpOrRoJPDyi',
  'base64',
);

/** A Zstandard frame of blocks that are stored as they are. */
export function storedFrame(content: string): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50]);
  const block = Buffer.alloc(3);
  block.writeUIntLE(1 | (bytes.length << 3), 0, 3);
  return Buffer.concat([header, block, bytes]);
}

/** A Zstandard frame that says "the same byte 131072 times" again and again. */
export function bombFrame(blocks: number): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50]);
  const block = Buffer.alloc(4, 0x20);
  block.writeUIntLE((1 << 1) | (131_072 << 3), 0, 3);
  const last = Buffer.from([1, 0, 0]);
  return Buffer.concat([header, ...Array.from({ length: blocks }, () => block), last]);
}

/** A file for an archive; what is left out is as it should be. */
export interface TestMember {
  readonly name: string;
  readonly content: string | Buffer;
  readonly method?: 0 | 8 | 12 | 93;
  /** What is in the archive; by default made of the content. */
  readonly packed?: Buffer;
  readonly flags?: number;
  /** Its type and rights on Unix. */
  readonly mode?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly offset?: number;
}

/** Writes a ZIP archive; `large` with the wide numbers of ZIP64. */
export function writeZip(members: readonly TestMember[], large = false): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const content = Buffer.from(member.content);
    const name = Buffer.from(member.name);
    const method = member.method ?? 8;
    const packed =
      member.packed ??
      (method === 8
        ? deflateRawSync(content)
        : method === 93
          ? storedFrame(content.toString())
          : content);
    const size = member.size ?? content.length;
    const crc = member.crc ?? crc32(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04_03_4b_50);
    local.writeUInt16LE(name.length, 26);
    const extra = large ? wide(size, packed.length, member.offset ?? offset) : Buffer.alloc(0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50);
    if (member.mode !== undefined) entry.writeUInt8(3, 5);
    entry.writeUInt16LE(member.mode ?? 0, 40);
    entry.writeUInt16LE(member.flags ?? 0, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(large ? 0xff_ff_ff_ff : packed.length, 20);
    entry.writeUInt32LE(large ? 0xff_ff_ff_ff : size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(large ? 0xff_ff_ff_ff : (member.offset ?? offset), 42);
    files.push(local, name, packed);
    directory.push(entry, name, extra);
    offset += local.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50);
  end.writeUInt16LE(large ? 0xff_ff : members.length, 10);
  end.writeUInt32LE(large ? 0xff_ff_ff_ff : entries.length, 12);
  end.writeUInt32LE(large ? 0xff_ff_ff_ff : offset, 16);
  const wideEnd = large ? largeEnd(members.length, entries.length, offset) : Buffer.alloc(0);
  return Buffer.concat([...files, entries, wideEnd, end]);
}

function wide(...numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(1);
  extra.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index));
  return extra;
}

function largeEnd(count: number, bytes: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06_06_4b_50);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07_06_4b_50, 56);
  record.writeBigUInt64LE(BigInt(offset + bytes), 64);
  return record;
}
