// The recorded calls in the shapes that scorers take in process, made once before the clock starts.
import { makeCase, toolOf } from './cases.mjs';

/** Enough that no contender lives from one trace, few enough that memory is not what is measured. */
const CALLS = 1000;

/** Traces of so many calls each. */
export function makeTraces(size, options) {
  return Array.from({ length: CALLS / size }, (_, index) => makeCase(index, size, options));
}

/** Calls named `server.tool`, for contenders that know no servers. */
export function dotted(calls) {
  return calls.map((call) => ({ id: call.id, name: toolOf(call), arguments: call.arguments }));
}
