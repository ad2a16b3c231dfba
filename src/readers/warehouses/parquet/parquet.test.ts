import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer, type ParquetWriteOptions } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTraces } from '../../read-traces.ts';
import { readAddress, readCalls, readNative } from '../fixtures/read-address.ts';
import { ZSTD_FILE } from './fixtures/zstd-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-parquet-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function write(bytes: ArrayBuffer | Buffer, name = `f${(files += 1)}.parquet`): string {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(bytes));
  return path;
}

type Columns = ParquetWriteOptions['columnData'];

const LISTS: Columns = [
  { name: 'run_id', data: ['b', 'a', 'c'], type: 'STRING' },
  { name: 'tools', data: [['search', 'fetch'], [], ['__proto__']], type: 'JSON' },
];

describe('Parquet files', () => {
  test.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP'] as const)('packed as %s', async (codec) => {
    const compressors = { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) };
    const path = write(
      parquetWriteBuffer({ columnData: LISTS, codec, compressors, rowGroupSize: 2 }),
    );
    expect(await readCalls(path)).toEqual(['b: search, fetch', 'a: ', 'c: __proto__']);
  });

  test('packed with zstd, with lists and times', async () => {
    expect(await readNative(write(ZSTD_FILE))).toEqual([
      { id: 'r0', tool_calls: [], started_at: '2026-04-01T12:00:00.123456Z' },
      { id: 'r1', tool_calls: [{ name: 'tool0' }], started_at: '2026-04-01T12:00:00.123456Z' },
      {
        id: 'r2',
        tool_calls: [{ name: 'tool0' }, { name: 'tool1' }],
        started_at: '2026-04-01T12:00:00.123456Z',
      },
    ]);
  });

  test('any file that lacks its end or a part of it is an error', async () => {
    for (const length of [0, 4, 100, ZSTD_FILE.length - 1]) {
      const [record] = await readAddress(write(ZSTD_FILE.subarray(0, length)));
      expect(record).toMatchObject({ kind: 'error', issue: { code: 'PACK_CORRUPT' } });
    }
    // The footer is whole, and the rows are not.
    const zeros = Buffer.from(ZSTD_FILE).fill(0, 4, 300);
    const records = await readAddress(write(zeros));
    expect(records.at(-1)).toMatchObject({ kind: 'error', issue: { code: 'PACK_CORRUPT' } });
  });

  test('a row for each call, in any order and any number of files', async () => {
    const rows = [
      ['s', 'second', 20n],
      ['t', null, 1n],
      ['s', 'first', 3n],
    ] as const;
    const part = (some: readonly (readonly [string, string | null, bigint])[]): ArrayBuffer =>
      parquetWriteBuffer({
        columnData: [
          { name: 'session', data: some.map(([run]) => run), type: 'STRING' },
          { name: 'what', data: some.map(([, tool]) => tool), type: 'STRING', nullable: true },
          { name: 'at', data: some.map(([, , time]) => time), type: 'INT64' },
        ],
      });
    const own = join(folder, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'mapping.yaml'), 'run: session\ntool: what\ntime: at\n');
    const paths = [rows.slice(0, 2), rows.slice(2)].map((some, at) =>
      write(part(some), `own/${at}.parquet`),
    );
    const found: string[] = [];
    for await (const batch of readTraces(paths.map((path) => ({ path, displayName: path }))))
      for (const record of batch)
        if (record.kind === 'trace')
          found.push(
            `${record.trace.id}: ${record.trace.calls.map(({ name }) => name).join(', ')}`,
          );
    expect(found).toEqual(['s: first, second', 't: ']);
  });

  test('rows of a store are read as the store writes them', async () => {
    const path = write(
      parquetWriteBuffer({
        columnData: [
          { name: 'TraceId', data: ['aa', 'aa'], type: 'STRING' },
          { name: 'SpanId', data: ['02', '01'], type: 'STRING' },
          {
            name: 'Timestamp',
            data: [new Date('2026-04-01T12:00:01Z'), new Date('2026-04-01T12:00:00Z')],
            type: 'TIMESTAMP',
          },
          { name: 'SpanName', data: ['execute_tool b', 'execute_tool a'], type: 'STRING' },
          {
            name: 'SpanAttributes',
            data: ['b', 'a'].map((tool) => ({
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': tool,
            })),
            type: 'JSON',
          },
        ],
      }),
    );
    expect(await readCalls(path)).toEqual(['aa: a, b']);
  });

  test('a missing column is named', async () => {
    const columnData: Columns = [
      { name: 'TraceId', data: ['a'], type: 'STRING' },
      { name: 'SpanId', data: ['a'], type: 'STRING' },
      { name: 'SpanName', data: ['a'], type: 'STRING' },
      { name: 'SpanAttributes', data: ['{}'], type: 'JSON' },
    ];
    await expect(readAddress(write(parquetWriteBuffer({ columnData })))).rejects.toThrow(
      /no column "Timestamp", which OpenTelemetry/,
    );
  });

  test('a file without rows is not a pass', async () => {
    const columnData = LISTS.map((column) => ({ ...column, data: [] }));
    expect(await readCalls(write(parquetWriteBuffer({ columnData })))).toEqual(['NO_RECORDS']);
  });
});
