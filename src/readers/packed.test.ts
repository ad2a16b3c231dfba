import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from './rows/read-rows.ts';
import { readTraces } from './read-traces.ts';
import { LINES, LINES_ZSTD, storedFrame, writeZip } from '../../test/support/packed.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-packed-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function save(name: string, bytes: Buffer): { path: string; displayName: string } {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, displayName: name };
}

/** Each trace as its place and tools, everything else as its place and code. */
async function traces(name: string, bytes: Buffer): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of readTraces([save(name, bytes)]))
    for (const record of batch)
      lines.push(
        record.kind === 'trace'
          ? `${record.where.file}:${record.where.line ?? record.where.offset} ${record.trace.calls.map((call) => call.name).join('+')}`
          : `${record.issue.where?.file} ${record.issue.code}`,
      );
  return lines;
}

const A = '{"tool_calls":[{"name":"a"}]}';
const B = '{"tool_calls":[{"name":"b"}]}';

describe('packed traces', () => {
  it.each([
    ['x.jsonl.gz', gzipSync(`${A}\n${B}\n`), ['x.jsonl.gz:1 a', 'x.jsonl.gz:2 b']],
    ['x.json.gz', gzipSync(`[${A},${B}]`), ['x.json.gz:1 a', 'x.json.gz:31 b']],
    ['x.jsonl.zst', storedFrame(`${A}\n${B}`), ['x.jsonl.zst:1 a', 'x.jsonl.zst:2 b']],
    ['x', gzipSync(`${A}\n${B}\n`), ['x:1 a', 'x:2 b']],
    ['misnamed.jsonl', gzipSync(`${A}\n`), ['misnamed.jsonl:1 a']],
    ['not-packed.jsonl.gz', Buffer.from(`${A}\n`), ['not-packed.jsonl.gz:1 a']],
    ['nothing.jsonl.gz', gzipSync(''), ['nothing.jsonl.gz NO_RECORDS']],
    ['twice.gz', gzipSync(gzipSync(A)), ['twice.gz ENCODING_UNSUPPORTED']],
    ['zip.bin', writeZip([]), ['zip.bin ENCODING_UNSUPPORTED']],
  ])('are read from %s', async (name, bytes, expected) => {
    expect(await traces(name, bytes)).toEqual(expected);
  });

  it('are read as far as they go when the pack breaks off', async () => {
    const whole = await traces('whole.jsonl.zst', LINES_ZSTD);
    expect(whole).toHaveLength(40);
    expect(await traces('cut.jsonl.zst', LINES_ZSTD.subarray(0, 100))).toEqual([
      'cut.jsonl.zst PACK_CORRUPT',
    ]);
    const members = Buffer.concat([gzipSync(`${A}\n`), gzipSync(`${B}\n`).subarray(0, 15)]);
    expect(await traces('cut.jsonl.gz', members)).toEqual([
      'cut.jsonl.gz:1 a',
      'cut.jsonl.gz PACK_CORRUPT',
    ]);
  });

  it('are read from an archive as from a folder', async () => {
    const zip = writeZip([
      { name: 'README.md', content: 'not a trace' },
      { name: 'runs/b.jsonl.gz', content: gzipSync(`${B}\n`) },
      { name: 'a.jsonl', content: `${A}\n${B}\n`, method: 93 },
      { name: 'c.json', content: '' },
      { name: '../d.json', content: A },
      { name: '../../.bashrc', content: 'not a trace either' },
      { name: 'E.JSON', content: A },
    ]);
    expect(await traces('x.zip', zip)).toEqual([
      'x.zip!../../.bashrc ARCHIVE_MEMBER',
      'x.zip!../d.json ARCHIVE_MEMBER',
      'x.zip!E.JSON:1 a',
      'x.zip!a.jsonl:1 a',
      'x.zip!a.jsonl:2 b',
      'x.zip!c.json NO_RECORDS',
      'x.zip!runs/b.jsonl.gz:1 b',
    ]);
    const log = writeZip([
      {
        name: 'header.json',
        content: '{"version":2,"status":"success","eval":{"task":"t","model":"m"}}',
      },
      { name: '../samples/1.json', content: '{}' },
    ]);
    expect(await traces('x.eval', log)).toEqual(['x.eval!../samples/1.json ARCHIVE_MEMBER']);
    expect(await traces('empty.zip', writeZip([]))).toEqual(['empty.zip NO_RECORDS']);
    expect(await traces('bad.zip', Buffer.from('PK'))).toEqual(['bad.zip PACK_CORRUPT']);
  });
});

describe('packed rows', () => {
  it.each([
    ['rows.jsonl.gz', gzipSync('{"id":"1"}\n')],
    ['rows.csv.gz', gzipSync('id\n1\n')],
    ['rows.csv.zst', storedFrame('id\n1\n')],
  ])('are read from %s', async (name, bytes) => {
    const rows: unknown[] = [];
    for await (const batch of readRows(save(name, bytes))) rows.push(...batch);
    expect(rows).toMatchObject([{ kind: 'row', value: { id: '1' } }]);
  });

  it('are read from lines that forty traces stand on', async () => {
    let count = 0;
    for await (const batch of readRows(save('lines.gz', gzipSync(LINES)))) count += batch.length;
    expect(count).toBe(40);
  });
});

it.each([
  ['a list', 'a.json', `[${'0,'.repeat(300_000)}0]`],
  ['lines', 'a.jsonl', '0\n'.repeat(300_000)],
])(
  '%s of hundreds of thousands of records that are not traces is given up',
  async (_, name, content) => {
    const bytes = writeZip([{ name, content }]);
    const refusal = await traces('bad.zip', bytes).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      issues: [{ code: 'TRACE_TOO_MANY_BAD', where: { file: 'bad.zip' } }],
    });
  },
);

it('bad records among traces are all counted', async () => {
  const content = `${A}\n${'0\n'.repeat(9)}`.repeat(12_000);
  const records = await traces('some.jsonl.gz', gzipSync(content));
  expect(records.length).toBe(120_000);
});
