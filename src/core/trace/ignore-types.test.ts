import { describe, expect, it } from 'vitest';
import { ignoreTypes } from './ignore-types.ts';
import { parseTrace } from './parse-trace.ts';
import type { Json } from '../json/json.ts';
import { toNativeTrace } from './to-native-trace.ts';
import type { Trace } from './trace.ts';

function traceWith(error: Json): Trace {
  const parsed = parseTrace({ tool_calls: [], error });
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

const UNKNOWN = { message: 'unknown', code: 'READ_UNKNOWN_TYPE', types: ['a', 'b'] };

describe('ignoreTypes', () => {
  it('makes a run measurable where all of its unknown types are named', () => {
    const trace = ignoreTypes(traceWith(UNKNOWN), ['b', 'c', 'a']);
    expect([trace.error, 'fault' in trace]).toEqual([null, false]);
  });

  it('leaves a run unmeasured where one type is not named', () => {
    expect(ignoreTypes(traceWith(UNKNOWN), ['a']).error).toBe('unknown');
    expect(ignoreTypes(traceWith(UNKNOWN), []).error).toBe('unknown');
    expect(ignoreTypes(traceWith(UNKNOWN), undefined).error).toBe('unknown');
  });

  it('never makes up for a crash or another fault', () => {
    expect(ignoreTypes(traceWith('crashed'), ['a']).error).toBe('crashed');
    const cut = { message: 'cut', code: 'READ_ANSWER_CUT' };
    expect(ignoreTypes(traceWith(cut), ['a']).error).toBe('cut');
    // An empty list names no reason, so it is not one that can be passed over.
    expect(ignoreTypes(traceWith({ ...UNKNOWN, types: [] }), ['a']).error).toBe('unknown');
  });

  it('keeps the types in the native format', () => {
    expect(toNativeTrace(traceWith(UNKNOWN)).error).toEqual(UNKNOWN);
  });
});
