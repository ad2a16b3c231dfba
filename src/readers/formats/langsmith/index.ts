// LangSmith runs: exports of `list_runs`, answers of `/runs/query` (v1 and v2), and trees with `child_runs`.
import { isJsonObject, type Json } from '#core';
import type { TraceFormat } from '../../trace-format.ts';
import { partitionRuns } from './partition-runs.ts';
import { RunAssembler } from './run-assembler.ts';

/** LangSmith runs, one per record, in any order and spread over any number of files. */
export const langsmithFormat: TraceFormat = {
  id: 'langsmith',
  title: 'LangSmith runs',
  joinsFiles: true,
  sniff: (record) => (isRun(record) || isPage(record) ? 'part' : 'none'),
  open: (output) => new RunAssembler(output),
  partition: partitionRuns,
};

const MARKS = ['trace_id', 'dotted_order', 'parent_run_id', 'child_runs', 'session_id'];

function isRun(value: Json | undefined): boolean {
  if (!isJsonObject(value) || typeof value.run_type !== 'string') return false;
  return typeof value.id === 'string' && MARKS.some((key) => key in value);
}

function isPage(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const page = [value.runs, value.items].find((list) => Array.isArray(list)) as
    | readonly Json[]
    | undefined;
  return isRun(page?.[0]);
}
