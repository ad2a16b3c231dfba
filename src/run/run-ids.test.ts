import { expect, it } from 'vitest';
import { type NativeTrace, parseTrace, type Trace } from '#core';
import { RunIds } from './run-ids.ts';

function trace(native: NativeTrace): Trace {
  const parsed = parseTrace(native);
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

const one = (): Trace => trace({ tool_calls: [{ name: 'a', arguments: { x: 1 } }] });
const other = (): Trace => trace({ tool_calls: [{ name: 'a', arguments: { x: 2 } }] });

it('knows a record that was read twice from two runs with one id', () => {
  const ids = new RunIds();
  expect([
    ids.add('r1', one()),
    ids.add('r2', one()),
    ids.add('r1', one()),
    ids.add('r2', other()),
    ids.add('r3', other()),
  ]).toEqual(['new', 'new', 'same', 'other', 'new']);
});
