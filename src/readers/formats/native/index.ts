// The native trace format, version 1: { "tool_calls": [ { "name", "server", "arguments", … } ], … }
import { type Issue, isJsonObject, type Json, parseTrace, type Place } from '#core';
import type { TraceFormat, TraceOutput } from '../../trace-format.ts';

/** Native traces: JSONL, a list, a single trace, or a document with `traces`. */
export const nativeFormat: TraceFormat = {
  id: 'native',
  title: 'whichtool native',
  joinsFiles: false,
  sniff: (record) => (looksNative(record) ? 'run' : 'none'),
  open: (output) => ({ add: (record, where) => readTrace(record, where, output), end: () => {} }),
};

/** Used where no format was recognised: a record that is not a native trace may be of another format. */
export const unrecognisedFormat: TraceFormat = {
  ...nativeFormat,
  open: (output) =>
    nativeFormat.open({
      ...output,
      error: (issue) =>
        output.error({
          ...issue,
          hint: [issue.hint, NO_OTHER].filter((part) => part !== undefined).join('; '),
        }),
    }),
};

const NO_OTHER = 'no other format was recognised either, --format names one';

/** Keys of a native trace that say whose run it is, without its calls. */
const OWN_KEYS: ReadonlySet<string> = new Set(
  'id test case agent run input output usage error metadata said answers started_at duration_ms agent_error partial model'.split(
    ' ',
  ),
);

/** Whether a record is meant to be a native trace, though it is not one. */
export function isNearlyNative(record: Json): boolean {
  if (!isJsonObject(record)) return false;
  return 'tool_calls' in record || Object.keys(record).every((key) => OWN_KEYS.has(key));
}

/** Its calls are at the top level, and have their names there, too. */
function looksNative(record: Json): boolean {
  if (!isJsonObject(record) || !Array.isArray(record.tool_calls)) return false;
  // Messages of others have their calls in the same place.
  if ('role' in record || 'type' in record || 'lc' in record) return false;
  const [first] = record.tool_calls as readonly Json[];
  return first === undefined || (isJsonObject(first) && typeof first.name === 'string');
}

function readTrace(value: Json, where: Place, output: TraceOutput): void {
  const parsed = parseTrace(value);
  if (!parsed.ok) {
    output.error(summarise(parsed.issues, where));
    return;
  }
  const { trace } = parsed;
  if (trace.issues.length === 0) output.trace(trace, where);
  else {
    const issues = trace.issues.map((issue) => placeIssue(issue, where));
    output.trace({ ...trace, issues }, where);
  }
}

/** A record is a single errored run, so its problems become a single issue. */
function summarise(issues: readonly Issue<'TRACE_SCHEMA'>[], where: Place): Issue<'TRACE_SCHEMA'> {
  const [first, ...rest] = issues;
  if (first === undefined) throw new Error('a trace was refused without a reason');
  const placed = placeIssue(first, where);
  if (rest.length === 0) return placed;
  const others = rest.map((issue) => `${issue.where?.pointer ?? ''} ${issue.message}`);
  return { ...placed, message: [placed.message, ...others].join('; ') };
}

function placeIssue<Code extends string>(issue: Issue<Code>, where: Place): Issue<Code> {
  const pointer = (where.pointer ?? '') + (issue.where?.pointer ?? '');
  return { ...issue, where: { ...where, pointer } };
}
