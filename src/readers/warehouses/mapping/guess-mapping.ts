import type { Columns } from '../store.ts';
import type { ColumnRef, Mapping, MappingField } from './mapping.ts';

/** Names of columns that need no mapping file, the likeliest first. */
const NAMES: ReadonlyMap<MappingField, readonly string[]> = new Map([
  ['run', ['run_id', 'run', 'trace_id', 'session_id', 'id']],
  ['trace', ['trace']],
  ['tools', ['tool_names', 'tools', 'tool_ids']],
  ['tool', ['tool_name', 'tool']],
  ['offered', ['offered_tools']],
  ['server', ['server', 'tool_server']],
  ['arguments', ['arguments', 'tool_arguments', 'args']],
  ['result', ['result', 'tool_result']],
  ['status', ['status']],
  ['time', ['started_at', 'start_time', 'timestamp', 'time', 'created_at']],
  ['order', ['call_id', 'span_id', 'position']],
  ['call_id', ['call_id']],
  ['test', ['test']],
  ['case', ['case', 'case_id']],
  ['agent', ['agent']],
  ['model', ['model']],
  ['input', ['input', 'question']],
  ['output', ['output', 'answer']],
]);

/** The mapping of a plain table by the names of its columns; null where they do not say what a row is. */
export function guessMapping(columns: Columns): Mapping | null {
  const fields = new Map<MappingField, ColumnRef>();
  for (const [field, names] of NAMES) {
    const column = names.find((name) => columns.has(name));
    if (column !== undefined) fields.set(field, { column, key: null });
  }
  if (!fields.has('trace')) {
    if (!fields.has('run') || !(fields.has('tools') || fields.has('tool'))) return null;
    return { fields, where: null };
  }
  // A native trace has all of it inside.
  const kept = [...fields].filter(([field]) => /^(?:run|trace|time|order)$/.test(field));
  return { fields: new Map(kept), where: null };
}

/** The column that a plain table lacks beside those that say what a row is; null where it is like none. */
export function lackingColumn(columns: Columns): string | null {
  const has = (field: MappingField): boolean =>
    NAMES.get(field)?.some((name) => columns.has(name)) === true;
  if (has('tool') || has('tools')) return has('run') ? null : 'run_id';
  return columns.has('run_id') ? 'tool_name' : null;
}
