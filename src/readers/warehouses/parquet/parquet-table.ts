import { type FileHandle, open } from 'node:fs/promises';
import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { JsonObject } from '#core';
import { type FileFailure, fileIssue, fileShrunk, readFailure } from '#platform';
import type { InputRecord } from '../../read-input.ts';
import type { Columns } from '../store.ts';
import { PARSERS, toJsonRow } from './parquet-values.ts';

/** A Parquet file that was opened, and what its footer says. */
export interface ParquetTable {
  readonly ok: true;
  readonly columns: Columns;
  readonly rows: number;
  /** Reads the rows, one batch per row group or part of it. What cannot be read is an error record, and the last one. */
  read(
    names: readonly string[],
    toRecord: (row: JsonObject, at: number) => InputRecord,
  ): AsyncGenerator<readonly InputRecord[]>;
  close(): Promise<void>;
}

/** Row groups are decoded as a whole. */
const MAX_GROUP_BYTES = 1024 ** 3;
const BATCH_ROWS = 4096;

/** Opens a Parquet file, or says why it cannot be read. */
export async function openParquet(
  path: string,
  label: string,
): Promise<ParquetTable | { readonly ok: false; readonly issue: FileFailure }> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    return { ok: false, issue: readFailure(error, label) };
  }
  try {
    return await readFooter(handle, label);
  } catch (error) {
    await handle.close();
    return { ok: false, issue: damaged(error, label) };
  }
}

async function readFooter(handle: FileHandle, label: string): Promise<ParquetTable> {
  const hyparquet = await import('hyparquet');
  const { size } = await handle.stat();
  const file = {
    byteLength: size,
    slice: (start: number, end = size) => readRange(handle, start, end, label),
  };
  const metadata = await hyparquet.parquetMetadataAsync(file, { parsers: PARSERS });
  const { children } = hyparquet.parquetSchema(metadata);
  const groups = groupsOf(metadata);
  return {
    ok: true,
    columns: new Map(children.map((child) => [child.element.name, typeOf(child)])),
    rows: groups.at(-1)?.end ?? 0,
    async *read(names, toRecord) {
      const { compressors } = await import('hyparquet-compressors');
      for (const { start, end, bytes } of groups) {
        if (bytes > MAX_GROUP_BYTES) {
          const issue = fileIssue(
            'PACK_BOMB',
            label,
            'a row group has more than 1 GiB: write the file with smaller ones',
          );
          yield [{ kind: 'error', issue }];
          return;
        }
        let rows: readonly Record<string, unknown>[];
        try {
          rows = await hyparquet.parquetReadObjects({
            file,
            metadata,
            compressors,
            parsers: PARSERS,
            columns: [...names],
            rowStart: start,
            rowEnd: end,
          });
          if (rows.length !== end - start) throw new Error('rows are missing');
        } catch (error) {
          yield [{ kind: 'error', issue: damaged(error, label) }];
          return;
        }
        for (let at = 0; at < rows.length; at += BATCH_ROWS)
          yield rows
            .slice(at, at + BATCH_ROWS)
            .map((row, offset) => toRecord(toJsonRow(row), start + at + offset));
      }
    },
    close: () => handle.close(),
  };
}

interface RowGroupRange {
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
}

function groupsOf({ row_groups: groups }: FileMetaData): readonly RowGroupRange[] {
  let start = 0;
  return groups.map(({ num_rows: rows, total_byte_size: bytes }) => {
    const range = { start, end: start + Number(rows), bytes: Number(bytes) };
    start = range.end;
    return range;
  });
}

function typeOf({ element }: SchemaTree): string {
  return element.logical_type?.type ?? element.converted_type ?? element.type ?? 'STRUCT';
}

/** Bytes of a file; fewer than expected are an error. */
async function readRange(
  handle: FileHandle,
  start: number,
  end: number,
  label: string,
): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(end - start);
  const view = new Uint8Array(bytes);
  for (let at = 0; at < view.length;) {
    const { bytesRead } = await handle.read(view, at, view.length - at, start + at);
    if (bytesRead === 0) throw new ShrunkFile(fileShrunk(label, start + at));
    at += bytesRead;
  }
  return bytes;
}

/** A file that became shorter while it was read. */
class ShrunkFile extends Error {
  readonly issue: FileFailure;

  constructor(issue: FileFailure) {
    super(issue.message);
    this.issue = issue;
  }
}

function damaged(error: unknown, label: string): FileFailure {
  if (error instanceof ShrunkFile) return error.issue;
  const reason = error instanceof Error ? error.message.slice(0, 200) : '';
  return fileIssue('PACK_CORRUPT', label, `this Parquet file is cut off or damaged: ${reason}`);
}
