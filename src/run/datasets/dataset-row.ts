import {
  isJsonObject,
  type Issue,
  type Json,
  type JsonObject,
  parseCatalog,
  parseTrace,
  type Place,
  type Trace,
} from '#core';
import { runError, runIssue } from '../issues/run-codes.ts';

/** A row's own id, or its line number. */
export function rowId(id: Json | undefined, where: Place, index: number): string {
  if (id === undefined || id === null) return String(where.line ?? index + 1);
  if (typeof id === 'string' && id !== '') return id;
  throw runError('ROW_ID', `the id of a row must be text, not ${JSON.stringify(id)}`, {
    where,
    hint: 'put it in quotes',
  });
}

/** The run that a row carries as `trace` or as `tool_calls`; null when it has neither. */
export function recordedTrace(row: JsonObject): Trace | Issue<'TRACE_SCHEMA'> | null {
  const source: Json | undefined =
    row.trace !== undefined && row.trace !== null
      ? row.trace
      : row.tool_calls === undefined
        ? undefined
        : { tool_calls: row.tool_calls };
  if (source === undefined) return null;
  const parsed = parseTrace(isJsonObject(source) ? source : null);
  if (parsed.ok) return parsed.trace;
  return parsed.issues[0] ?? null;
}

/** A run with the tools of its row as the catalog, where the run itself records none. */
export function withCatalog(trace: Trace, { tools }: JsonObject): Trace | Issue<'TRACE_SCHEMA'> {
  if (trace.offered !== null || tools === undefined || tools === null) return trace;
  const catalog = parseCatalog(tools) ?? parseTrace({ tool_calls: [], tools });
  if (!catalog.ok) return catalog.issues[0] as Issue<'TRACE_SCHEMA'>;
  return { ...trace, offered: 'tools' in catalog ? catalog.tools : catalog.trace.offered };
}

/** What is reported of a row that no trace names, where traces are given. */
export function unusedTrace(row: JsonObject, where: Place): Issue<'CASE_WITHOUT_TRACE'> {
  const issue = missingTrace(where);
  if (recordedTrace(row) === null) return issue;
  const hint = 'the run that the row carries is not used where traces are given';
  return { ...issue, hint };
}

/** What is reported of a row without a run. */
export function missingTrace(where: Place): Issue<'CASE_WITHOUT_TRACE'> {
  return runIssue('CASE_WITHOUT_TRACE', 'no trace belongs to this row', {
    where,
    hint: 'a row carries its run as trace or tool_calls, or a trace names the row in case',
  });
}
