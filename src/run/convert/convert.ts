import {
  compileRequesters,
  ignoreTypes,
  type Json,
  parseTrace,
  rejectUnknownRequesters,
  RequesterCounts,
  stringifyAsWritten,
  toNativeTrace,
  type Trace,
} from '#core';
import { openTraces, toAtif, toOtlp, type TraceRecord } from '#readers';
import type { ConversionTally } from './conversion-tally.ts';

/** What `convert` writes. */
export const CONVERSION_TARGETS = ['native', 'otlp', 'atif'] as const;

export interface ConvertOptions {
  readonly cwd: string;
  readonly to: (typeof CONVERSION_TARGETS)[number];
  /** The id of the format of all traces; null: each file is looked at. */
  readonly format: string | null;
  /** Whose calls are kept; null: everybody's. */
  readonly requester: readonly string[] | null;
  /** Types of a record that its reader does not know, and that are not calls. */
  readonly ignoreTypes?: readonly string[];
  readonly onProgress: (traces: number) => void;
}

/**
 * Rewrites traces, one per line, in pieces of text. What cannot be read becomes an errored run, so that nothing passes
 * because it is missing. Throws a UserError where a file is unusable as a whole.
 */
export async function* convertTraces(
  traces: readonly string[],
  options: ConvertOptions,
  tally: ConversionTally,
): AsyncGenerator<string> {
  const { warnings, batches } = await openTraces(traces, options.cwd, {
    format: options.format,
    onFormat: (input, format) => tally.formats.add(input, format),
  });
  for (const issue of warnings) tally.addIssue(issue);
  const requesters = new RequesterCounts(options.requester);
  for await (const records of batches) {
    let text = '';
    for (const record of records) {
      if (record.kind === 'trace') requesters.add(record.trace.calls);
      text += convertRecord(record, options, tally);
    }
    options.onProgress(tally.runs);
    if (text !== '') yield text;
  }
  rejectUnknownRequesters(requesters, tally.runs);
}

const CONVERT: Readonly<Record<ConvertOptions['to'], (trace: Trace, ordinal: number) => unknown>> =
  {
    native: toNativeTrace,
    otlp: toOtlp,
    atif: toAtif,
  };

/** The line of a record; nothing for a remark. */
function convertRecord(
  record: TraceRecord,
  { to, requester, ignoreTypes: ignored }: ConvertOptions,
  tally: ConversionTally,
): string {
  const whole = traceOf(record, tally);
  if (whole === null) return '';
  const trace = keepCalls(ignoreTypes(whole, ignored), requester);
  const converted = CONVERT[to](trace, tally.runs);
  tally.addTrace(trace, whole.calls.length - trace.calls.length);
  return `${stringifyAsWritten(converted as Json)}\n`;
}

function traceOf(record: TraceRecord, tally: ConversionTally): Trace | null {
  if (record.kind === 'trace') {
    const { trace, where } = record;
    for (const issue of trace.issues)
      tally.addIssue({ ...issue, where: { ...where, ...issue.where } });
    return trace;
  }
  const { kind, issue } = record;
  tally.addIssue(issue);
  if (kind === 'warning') return null;
  tally.unreadable += 1;
  return erroredTrace(`${issue.message} [${issue.code}]`);
}

function erroredTrace(error: string): Trace {
  const parsed = parseTrace({ tool_calls: [], error });
  if (!parsed.ok) throw new Error('an errored run was refused');
  return parsed.trace;
}

function keepCalls(trace: Trace, requester: readonly string[] | null): Trace {
  if (requester === null) return trace;
  const isKept = compileRequesters(requester);
  const calls = trace.calls.filter((call) => isKept(call.requester));
  return { ...trace, calls };
}
