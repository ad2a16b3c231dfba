import { type Issue, type Json, type Place, isSourceUrl } from '#core';
import type { ReadFailure } from './records/read-codes.ts';
import { WORLD } from '#platform';
import { type ByteSource, openSource } from './byte-source.ts';
import { readRecords } from './read-records.ts';
import type { Input } from './reader.ts';

/**
 * A JSON record of an input, the reason for its absence (with the start of its text), a remark on the input, or the
 * start of an input within it.
 */
export type InputRecord =
  | { readonly kind: 'value'; readonly value: Json; readonly where: Place }
  | { readonly kind: 'error'; readonly issue: ReadFailure; readonly line?: string }
  | { readonly kind: 'warning'; readonly issue: Issue }
  | { readonly kind: 'input'; readonly input: Input };

/** A document with a list of runs is read run by run; a run itself has its calls in a list. */
const CONTAINER = { key: 'traces', except: 'tool_calls' };

/** A ZIP archive, by its name; `.eval` files are ZIP archives, too. */
const ARCHIVE = /\.(?:eval|zip)$/i;

/** Reads the records of an input in batches, from any source and any compression. */
export function readInput(input: Input): AsyncGenerator<readonly InputRecord[]> {
  if (isSourceUrl(input.path)) return readAddress(input);
  return ARCHIVE.test(input.path) ? readMembers(input) : readSource(openSource(input));
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
    value: (value, where) => ({ kind: 'value', value, where }),
    error: (issue, text) => errorOf(issue, text),
  });
}

const MAX_LINE_START = 200;

function errorOf(issue: ReadFailure, text: string | undefined): InputRecord {
  if (text === undefined) return { kind: 'error', issue };
  return { kind: 'error', issue, line: text.slice(0, MAX_LINE_START) };
}
