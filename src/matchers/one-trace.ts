import { type AnyTrace, optionError, type Trace, UserError } from '#core';
import { readValue } from '#readers';

/**
 * The one run of a value in any format that a reader knows: a trace, messages of an SDK, a result, spans. What cannot
 * be read throws: no matcher may hold of it, negated or not.
 */
export function oneTrace(value: unknown, format: string | null): AnyTrace {
  if (format === null && isTrace(value)) return value;
  const records = readValue(value, { format });
  const unreadable = records.flatMap((record) => (record.kind === 'error' ? [record.issue] : []));
  if (unreadable.length > 0) throw new UserError(unreadable);
  const traces = records.flatMap((record) => (record.kind === 'trace' ? [record.trace] : []));
  const [trace] = traces;
  if (trace === undefined) throw optionError('the value contains no run');
  if (traces.length > 1)
    throw optionError(
      `the value contains ${traces.length} runs, and a matcher takes one: ` +
        'read them with readTraces of whichtool/node',
    );
  return trace;
}

/** Whether a value is a trace as readers return it. */
function isTrace(value: unknown): value is Trace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'calls' in value &&
    'offered' in value &&
    'issues' in value
  );
}
