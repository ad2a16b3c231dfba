import type { Trace } from './trace.ts';

/** The run, measurable after all where every type that its reader does not know may be passed over. */
export function ignoreTypes(trace: Trace, ignored: readonly string[] | undefined): Trace {
  const types = trace.fault?.types;
  if (ignored === undefined || types === undefined) return trace;
  const { fault: _fault, ...rest } = trace;
  return types.every((type) => ignored.includes(type)) ? { ...rest, error: null } : trace;
}
