import { fileURLToPath } from 'node:url';
import { type Issue, optionError, parseTrace, type Trace } from '#core';
import { openTraces, readValue, type TraceRecord } from '#readers';

export interface ReadTracesOptions {
  /** The id of the format; by default it is detected for each file. */
  readonly format?: string;
  /** Where relative paths start; the working directory by default. */
  readonly cwd?: string;
  /** Called with what is said about files and runs: warnings, and why a record is not a run. */
  readonly onIssue?: (issue: Issue) => void;
}

/** Files, folders, globs, `-` and addresses of sources as text or URL; anything else is a value in memory. */
export type TraceSource = string | URL | readonly (string | URL)[] | object;

/**
 * Reads the runs of files or of a value in memory, in any format. A record that cannot be read is a trace with an
 * error, which no scorer scores. Throws a UserError where nothing can be read.
 */
export async function readTraces(
  source: TraceSource,
  options: ReadTracesOptions = {},
): Promise<readonly Trace[]> {
  const traces: Trace[] = [];
  for await (const trace of streamTraces(source, options)) traces.push(trace);
  return traces;
}

/** Like `readTraces`, one run at a time: memory stays flat for files of any size. */
export async function* streamTraces(
  source: TraceSource,
  { format, cwd = process.cwd(), onIssue = () => {} }: ReadTracesOptions = {},
): AsyncGenerator<Trace> {
  const paths = pathsOf(source);
  if (paths === null) {
    yield* tracesOf(readValue(source, { format: format ?? null }), onIssue);
    return;
  }
  if (paths.length === 0) throw optionError('readTraces needs a file or a value');
  const { warnings, batches } = await openTraces(paths, cwd, { format: format ?? null });
  for (const issue of warnings) onIssue(issue);
  for await (const records of batches) yield* tracesOf(records, onIssue);
}

/** The paths of a source; null where it is a value. */
function pathsOf(source: TraceSource): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(source) ? source : [source];
  if (!list.every((entry) => typeof entry === 'string' || entry instanceof URL)) return null;
  return list.map((entry) => {
    if (typeof entry === 'string') return entry;
    return entry.protocol === 'file:' ? fileURLToPath(entry) : entry.href;
  });
}

function* tracesOf(
  records: readonly TraceRecord[],
  onIssue: (issue: Issue) => void,
): Generator<Trace> {
  for (const record of records) {
    if (record.kind === 'trace') {
      const { trace, where } = record;
      for (const issue of trace.issues) onIssue({ ...issue, where: { ...where, ...issue.where } });
      yield trace;
      continue;
    }
    onIssue(record.issue);
    if (record.kind === 'error') yield erroredTrace(record.issue);
  }
}

function erroredTrace({ message, code }: Issue): Trace {
  const parsed = parseTrace({ tool_calls: [], error: `${message} [${code}]` });
  if (!parsed.ok) throw new Error('an errored run was refused');
  return parsed.trace;
}
