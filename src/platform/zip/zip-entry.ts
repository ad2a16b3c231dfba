/** A file in a ZIP archive, as its directory lists it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 Deflate, 93 Zstandard. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Whether it is a symbolic link, whose content would be a path. */
  readonly isLink: boolean;
  /** Whether its name would escape the folder that someone unpacks the archive into. */
  readonly leadsOut: boolean;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its own header is in the archive. */
  readonly offset: number;
  /** The first byte that cannot be its own any more. */
  readonly end: number;
}

const SIGNATURE = 0x02_01_4b_50;
const FIXED_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_EXTRA = 1;
const IN_ZIP64 = 0xff_ff_ff_ff;
/** Who wrote an archive on such a system left the mode of each file. */
const UNIX = 3;
const FILE_TYPE = 0o170_000;
const LINK = 0o120_000;

/** Reads the entry at `at` of a directory, and where the next one begins; null when there is none. */
export function readZipEntry(
  directory: Buffer,
  at: number,
): { entry: ZipEntry; next: number } | null {
  if (at + FIXED_BYTES > directory.length || directory.readUInt32LE(at) !== SIGNATURE) return null;
  const nameEnd = at + FIXED_BYTES + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const next = extraEnd + directory.readUInt16LE(at + 32);
  if (next > directory.length) return null;
  // Where a number does not fit its place, it is in the extra field, in this order.
  const large = readZip64(directory.subarray(nameEnd, extraEnd));
  const wide = (position: number): number => {
    const value = directory.readUInt32LE(position);
    return value === IN_ZIP64 ? (large.shift() ?? value) : value;
  };
  const unpackedBytes = wide(at + 24);
  const packedBytes = wide(at + 20);
  const offset = wide(at + 42);
  const name = directory.toString('utf8', at + FIXED_BYTES, nameEnd);
  const entry: ZipEntry = {
    name,
    method: directory.readUInt16LE(at + 10),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    isLink: directory[at + 5] === UNIX && (directory.readUInt16LE(at + 40) & FILE_TYPE) === LINK,
    leadsOut: leadsOut(name),
    crc32: directory.readUInt32LE(at + 16),
    packedBytes,
    unpackedBytes,
    offset,
    end: offset + LOCAL_HEADER_BYTES + (nameEnd - at - FIXED_BYTES) + packedBytes,
  };
  return { entry, next };
}

/** Nothing is ever written by these names; one that would escape a folder still shows that someone means harm. */
function leadsOut(name: string): boolean {
  return /^[/\\]|^[A-Za-z]:|\0/.test(name) || name.split(/[/\\]/).includes('..');
}

function readZip64(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) at = end;
    else {
      const numbers: number[] = [];
      for (let offset = at + 4; offset + 8 <= Math.min(end, extra.length); offset += 8)
        numbers.push(Number(extra.readBigUInt64LE(offset)));
      return numbers;
    }
  }
  return [];
}
