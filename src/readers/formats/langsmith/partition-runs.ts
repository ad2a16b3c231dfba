import { type Issue, isJsonObject, type Json, type Place } from '#core';
import { readIssue } from '../../records/read-codes.ts';
import type { PartitionSink } from '../../trace-format.ts';
import { readRunKey, type RunKey } from './run-part.ts';

/** The runs of a page of the API; another record is a run, maybe with its children inside. */
export function runsOf(record: Json): readonly Json[] {
  const page = isJsonObject(record) ? [record.runs, record.items].find(Array.isArray) : undefined;
  return (page as readonly Json[] | undefined) ?? [record];
}

/** Splits a record by trace. A child inside a run becomes a record that names its trace and its parent. */
export function partitionRuns(record: Json, where: Place, sink: PartitionSink): void {
  const waiting: { value: Json; outer: RunKey | null }[] = [];
  for (const value of runsOf(record)) waiting.push({ value, outer: null });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, outer } = next;
    const key = isJsonObject(value) ? readRunKey(value, outer) : null;
    if (key === null || !isJsonObject(value)) {
      sink.error(notRun(where));
      continue;
    }
    const { child_runs: children, runs: _runs, items: _items, ...alone } = value;
    const around = outer === null ? {} : { trace_id: key.traceId, parent_run_id: key.parentId };
    const isAlone = outer === null && value === record && !Array.isArray(children);
    sink.part(key.traceId, isAlone ? value : { ...alone, ...around }, where);
    if (!Array.isArray(children)) continue;
    for (const child of children as readonly Json[]) waiting.push({ value: child, outer: key });
  }
}

/** The issue for a value that is not a run. */
export function notRun(where: Place): Issue<'TRACE_SCHEMA'> {
  return readIssue(
    'TRACE_SCHEMA',
    'this is not a run of LangSmith: it needs an id and a run_type',
    { where: { ...where, pointer: where.pointer ?? '' } },
  );
}
