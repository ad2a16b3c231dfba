import type { Trace } from './trace.ts';

/** The run, measurable after all where every type that its reader does not know may be passed over. */
export function ignoreTypes(trace: Trace, ignored: readonly string[] | undefined): Trace {
  const { fault, ...rest } = trace;
  if (ignored === undefined || fault?.types === undefined) return trace;
  return fault.types.every((type) => ignored.includes(type)) ? { ...rest, error: null } : trace;
}
