import { type Issue, type Json, type Place, isSourceUrl } from '#core';
import type { ReadFailure } from './records/read-codes.ts';
import { WORLD } from '#platform';
import { type ByteSource, openSource } from './byte-source.ts';
import { readRecords } from './read-records.ts';
import type { Input } from './reader.ts';
import { isWarehouseUrl } from './warehouses/is-warehouse-url.ts';

/**
 * A JSON record of an input, the reason for its absence (with the start of its text), a remark on the input, or the
 * start of an input within it.
 */
export type InputRecord =
  | {
      readonly kind: 'value';
      readonly value: Json;
      readonly where: Place;
      /** The length of its text, where it was read from text. */
      readonly bytes?: number;
    }
  | { readonly kind: 'error'; readonly issue: ReadFailure; readonly line?: string }
  | { readonly kind: 'warning'; readonly issue: Issue }
  | { readonly kind: 'input'; readonly input: Input };

/** A document with a list of runs is read run by run; a run itself has its calls in a list. */
const CONTAINER = { key: 'traces', except: 'tool_calls' };

/** A ZIP archive, by its name; `.eval` files are ZIP archives, too. */
const ARCHIVE = /\.(?:eval|zip)$/i;

/** Reads the records of an input in batches, from any source and any compression. */
export function readInput(input: Input): AsyncGenerator<readonly InputRecord[]> {
  if (isSourceUrl(input.path))
    return isWarehouseUrl(input.path) ? readTable(input) : readAddress(input);
  if (PARQUET.test(input.path)) return readParquetFile(input);
  if (OPENCODE_DATABASE.test(input.path)) return readDatabase(input);
  return ARCHIVE.test(input.path) ? readMembers(input) : readSource(openSource(input));
}

/** The database of OpenCode; other versions have theirs in its name. */
const OPENCODE_DATABASE = /(?:^|[/\\])opencode(?:-[^/\\]*)?\.db$/i;

async function* readDatabase(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { readOpenCodeDatabase } = await import('./databases/read-opencode-database.ts');
  yield* readOpenCodeDatabase(input);
}

async function* readTable(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { readWarehouse } = await import('./warehouses/read-warehouse.ts');
  yield* readWarehouse(input);
}

const PARQUET = /\.parquet$/i;

async function* readParquetFile(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { readParquet } = await import('./warehouses/parquet/read-parquet.ts');
  yield* readParquet(input);
}

async function* readAddress(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { findSource } = await import('./sources/index.ts');
  const source = findSource(input.path);
  yield [{ kind: 'input', input: { ...input, format: source.format } }];
  yield* source.open(input.path, WORLD);
}

async function* readMembers(input: Input): AsyncGenerator<readonly InputRecord[]> {
  const { readArchive } = await import('./read-archive.ts');
  yield* readArchive(input, readSource);
}

function readSource(source: ByteSource): AsyncGenerator<readonly InputRecord[]> {
  return readRecords<InputRecord>(source, {
    container: CONTAINER,
    value: (value, where, bytes) => ({ kind: 'value', value, where, bytes }),
    error: (issue, text) => errorOf(issue, text),
  });
}

const MAX_LINE_START = 200;

function errorOf(issue: ReadFailure, text: string | undefined): InputRecord {
  if (text === undefined) return { kind: 'error', issue };
  return { kind: 'error', issue, line: text.slice(0, MAX_LINE_START) };
}
