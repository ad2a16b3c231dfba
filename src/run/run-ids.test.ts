import { expect, it } from 'vitest';
import { type JsonObject, type NativeTrace, parseTrace, type Trace } from '#core';
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

it('tells runs apart by any letter and by the shape of their arguments', () => {
  const withArguments = (given: JsonObject): Trace =>
    trace({ tool_calls: [{ name: 'a', arguments: given }] });
  const different = [
    { x: 'ab' },
    { x: 'ba' },
    { x: 'abc' },
    { x: 'ab\u0000' },
    { x: ['a', 'b'] },
    { x: [['a'], 'b'] },
    { x: ['a', ['b']] },
    { x: '[', a: ']' },
    { x: ['a'] },
    { x: { a: 'b' } },
    { x: {}, a: 'b' },
    { x: 1 },
    { x: '1' },
    { x: null },
    { x: 'null' },
  ];
  for (const one of different)
    for (const other of different) {
      const ids = new RunIds();
      ids.add('r1', withArguments(one));
      expect(ids.add('r1', withArguments(other))).toBe(one === other ? 'same' : 'other');
    }
});
