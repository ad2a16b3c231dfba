import { asWarning, type Issue, UserError } from '#core';
import { displayPath, expandTraces, findRoot } from '#platform';
import { chooseFormat } from './choose-format.ts';
import { EmptyInputs } from './empty-inputs.ts';
import type { Input, TraceRecord } from './reader.ts';
import type { ReadFailure } from './records/read-codes.ts';
import { readTraces } from './read-traces.ts';
import type { TraceFormat } from './trace-format.ts';

export interface InputOptions {
  /** The id of the format of all inputs; null: each input is looked at. */
  readonly format: string | null;
  /** Whether a file that ends in the middle of a record is only a warning. */
  readonly allowTornTail?: boolean;
  /** Called once per input, when its format is known. */
  readonly onFormat?: (input: Input, format: TraceFormat) => void;
}

/** Traces that a user named. */
export interface OpenTraces {
  /** About files that are skipped and need not be read. */
  readonly warnings: readonly Issue[];
  readonly batches: AsyncIterable<readonly TraceRecord[]>;
}

/** What a user named, as far as it was found. */
export interface FoundTraces {
  readonly paths: readonly string[];
  /** The folder that display names are relative to. */
  readonly root: string;
  readonly format: TraceFormat | null;
  /** About files that are skipped and need not be read. */
  readonly warnings: readonly Issue[];
  /** What was named and is not read: each is an error record. */
  readonly unread: readonly ReadFailure[];
}

/**
 * Finds the traces of files, folders, globs, `-` and sources. Throws a UserError where a path cannot be used or the format is
 * unknown.
 */
export async function findTraces(
  patterns: readonly string[],
  cwd: string,
  formatId: string | null,
): Promise<FoundTraces> {
  const format = await chooseFormat(formatId);
  const { paths, issues, unread } = await expandTraces(patterns, cwd);
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UserError(errors);
  return { paths, root: findRoot(cwd), format, warnings: issues, unread };
}

/** Finds traces and reads them; reading throws a UserError where no input has a record. */
export async function openTraces(
  patterns: readonly string[],
  cwd: string,
  options: InputOptions,
): Promise<OpenTraces> {
  return openFound(await findTraces(patterns, cwd, options.format), options);
}

/** Reads traces that were found. */
export function openFound(
  { paths, root, warnings, unread }: FoundTraces,
  options: InputOptions,
): OpenTraces {
  const skipped = unread.map((issue): TraceRecord => ({ kind: 'error', issue }));
  return { warnings, batches: readAll(skipped, paths, root, options) };
}

async function* readAll(
  skipped: readonly TraceRecord[],
  paths: readonly string[],
  root: string,
  options: InputOptions,
): AsyncGenerator<readonly TraceRecord[]> {
  if (skipped.length > 0) yield skipped;
  yield* readInputs(paths, root, { ...options, canAllBeEmpty: skipped.length > 0 });
}

/**
 * Reads files, standard input and sources in batches. An input without a record is an error record; where all inputs
 * are, nothing is returned and a UserError is thrown.
 */
export async function* readInputs(
  paths: readonly string[],
  root: string,
  options: InputOptions & { readonly canAllBeEmpty?: boolean },
): AsyncGenerator<readonly TraceRecord[]> {
  const { allowTornTail = false, canAllBeEmpty = false, onFormat } = options;
  const format = await chooseFormat(options.format);
  const inputs = paths.map((path) => ({ path, displayName: displayPath(path, root) }));
  const empty = new EmptyInputs();
  let waiting: (readonly TraceRecord[])[] = [];
  for await (const records of readTraces(inputs, {
    format,
    ...(onFormat === undefined ? {} : { onFormat }),
  })) {
    for (const record of records) empty.add(record);
    waiting.push(allowTornTail ? records.map(allowTorn) : records);
    if (empty.areAll && !canAllBeEmpty) continue;
    yield* waiting;
    waiting = [];
  }
  if (!canAllBeEmpty) empty.check();
  yield* waiting;
}

function allowTorn(record: TraceRecord): TraceRecord {
  if (record.kind !== 'error' || record.issue.code !== 'TRACE_TORN_TAIL') return record;
  return { kind: 'warning', issue: asWarning(record.issue) };
}
