// The native trace format, version 1: { "tool_calls": [ { "name", "server", "arguments", … } ], … }
import { type Issue, isJsonObject, type Json, parseTrace, type Place } from '#core';
import { readRecords } from '../read-records.ts';
import type { Reader, Source, TraceRecord } from '../reader.ts';

/** Reads our own format: JSONL, a list, one trace, or a document with `traces`. */
export const nativeReader: Reader = {
  format: 'native',
  sniff: (record) => isJsonObject(record) && Array.isArray(record.tool_calls),
  read,
};

function read(source: Source): AsyncGenerator<readonly TraceRecord[]> {
  return readRecords(source, {
    container: { key: 'traces', except: 'tool_calls' },
    value: readTrace,
    error: (issue): TraceRecord => ({ kind: 'error', issue }),
  });
}

function readTrace(value: Json, where: Place): TraceRecord {
  const parsed = parseTrace(value);
  if (!parsed.ok) return { kind: 'error', issue: summarise(parsed.issues, where) };
  const { trace } = parsed;
  if (trace.issues.length === 0) return { kind: 'trace', trace, where };
  const issues = trace.issues.map((issue) => placeIssue(issue, where));
  return { kind: 'trace', trace: { ...trace, issues }, where };
}

/** One record is one errored run, so its problems become one issue. */
function summarise(issues: readonly Issue[], where: Place): Issue {
  const [first, ...rest] = issues;
  if (first === undefined) throw new Error('a trace was refused without a reason');
  const placed = placeIssue(first, where);
  if (rest.length === 0) return placed;
  const others = rest.map((issue) => `${issue.where?.pointer ?? ''} ${issue.message}`);
  return { ...placed, message: [placed.message, ...others].join('; ') };
}

function placeIssue(issue: Issue, where: Place): Issue {
  const pointer = (where.pointer ?? '') + (issue.where?.pointer ?? '');
  return { ...issue, where: { ...where, pointer } };
}
