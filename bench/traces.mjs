// The recorded calls in the shapes that scorers take in process, made once before the clock starts.
import { makeCase, toolOf } from './cases.mjs';

/** Enough that no contender lives from one trace, few enough to stay in the cache. */
const TRACES = 1000;

/** Runs of five or fifty calls, all of one scenario for scorers that are compiled once. */
export function makeTraces(size, options) {
  return Array.from({ length: TRACES }, (_, index) => makeCase(index, size, options));
}

/** Calls named `server.tool`, for contenders that know no servers. */
export function dotted(calls) {
  return calls.map((call) => ({ id: call.id, name: toolOf(call), arguments: call.arguments }));
}
