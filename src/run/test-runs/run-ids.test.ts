import { describe, expect, it } from 'vitest';
import { ExactNumber, type JsonObject, type NativeTrace, parseTrace, type Trace } from '#core';
import { fingerprint } from './fingerprint.ts';
import { RunIds, scopeOf } from './run-ids.ts';

function trace(native: NativeTrace): Trace {
  const parsed = parseTrace(native);
  if (!parsed.ok) throw new Error('not a trace');
  return parsed.trace;
}

const run = (x: number, more: Partial<NativeTrace> = {}): Trace =>
  trace({ tool_calls: [{ name: 'a', arguments: { x } }], ...more });

describe('the ids of runs', () => {
  it('distinguish a record that was read twice from two runs with one id', () => {
    const ids = new RunIds();
    expect([
      ids.add('', run(1, { id: 'r1' })),
      ids.add('', run(1, { id: 'r2' })),
      ids.add('', run(1, { id: 'r1' })),
      ids.add('', run(2, { id: 'r2' })),
      ids.add('', run(2, { id: 'r3' })),
    ]).toEqual(['new', 'new', 'same', 'other-id', 'new']);
  });

  it('distinguish a numbered record that was read twice from two runs with one number', () => {
    const ids = new RunIds();
    expect([
      ids.add('', run(1, { run: 1 })),
      ids.add('', run(1, { run: 1 })),
      ids.add('', run(2, { run: 1 })),
      ids.add('', run(1, { run: 1, id: 'r1' })),
      ids.add('', run(2, { run: 2 })),
    ]).toEqual(['new', 'same', 'other-run', 'other-run', 'new']);
  });

  it('may be shared by numbered trials of a task, and by nothing else', () => {
    const ids = new RunIds();
    expect([
      ids.add('', run(1, { id: 'task', run: 1 })),
      ids.add('', run(2, { id: 'task', run: 2 })),
      ids.add('', run(2, { id: 'task', run: 2 })),
      ids.add('', run(3, { id: 'task', run: 2 })),
      ids.add('', run(4, { id: 'task' })),
    ]).toEqual(['new', 'new', 'same', 'other-run', 'other-id']);
  });

  it('never conflict between cases and tasks', () => {
    const ids = new RunIds();
    const natives: NativeTrace[] = [
      { id: 'x', run: 1, tool_calls: [] },
      { id: 'x', run: 1, case: 'a', tool_calls: [{ name: 'a' }] },
      { id: 'x', run: 1, case: 'b', tool_calls: [{ name: 'b' }] },
      { id: 'x', run: 1, test: 'u', tool_calls: [{ name: 'c' }] },
      { id: 'x', run: 1, test: 'u', case: 'a', tool_calls: [{ name: 'd' }] },
      { id: '["a",null]x', tool_calls: [] },
    ];
    const seen = natives.map(trace).map((one) => ids.add(scopeOf(one, 't'), one));
    expect(seen).toEqual(natives.map(() => 'new'));
    const named = trace({ id: 'x', run: 1, test: 't', tool_calls: [{ name: 'e' }] });
    expect(ids.add(scopeOf(named, 't'), named)).toBe('other-id');
  });
});

describe('the fingerprint of a run', () => {
  it('differs with any letter and with the shape of arguments', () => {
    const different: JsonObject[] = [
      { x: 'ab' },
      { x: 'ba' },
      { x: 'abc' },
      { x: 'ab\u0000' },
      { x: 'ab\ud800' },
      { x: 'ab\ufffd' },
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
      { x: true },
      { x: new ExactNumber('9007199254740993') },
      { x: new ExactNumber('9007199254740995') },
      { x: '9007199254740993' },
      { x: { '': '9007199254740993' } },
      { x: { '': [{ '': '9007199254740993' }] } },
      { x: [new ExactNumber('9007199254740993')] },
      { x: JSON.parse('{"__proto__":1}') as JsonObject },
      { x: JSON.parse('{"b":1,"__proto__":1}') as JsonObject },
    ];
    const prints = different.map((given) =>
      fingerprint(trace({ tool_calls: [{ name: 'a', arguments: given }] })),
    );
    expect(new Set(prints).size).toBe(different.length);
  });

  it('does not depend on the order of keys', () => {
    const exact = new ExactNumber('9007199254740993');
    const args = { q: 'x', n: { b: 1, a: [1, { d: 1, c: exact }], 9: 0, 10: 0 } };
    const turned = { n: { 10: 0, 9: 0, a: [1, { c: exact, d: 1 }], b: 1 }, q: 'x' };
    const of = (given: JsonObject): string =>
      fingerprint(
        trace({ tool_calls: [{ name: 'a', arguments: given }], input: given, metadata: given }),
      );
    expect(of(turned)).toBe(of(args));
  });

  it('differs with every field that a run has', () => {
    const call = { name: 'a', arguments: { q: 1 } };
    const base: NativeTrace = { tool_calls: [call] };
    const different: NativeTrace[] = [
      base,
      { ...base, id: 'x' },
      { ...base, test: 'x' },
      { ...base, case: 'x' },
      { ...base, agent: 'x' },
      { ...base, run: 1 },
      { ...base, input: 'x' },
      { ...base, output: 'x' },
      { ...base, tools: [] },
      { ...base, tools: [{ name: 'a' }] },
      { ...base, tools: [{ name: 'a', server: 'x' }] },
      { ...base, tools: [{ name: 'a', description: 'x' }] },
      { ...base, tools: [{ name: 'a', input_schema: {} }] },
      { ...base, tools: [{ name: 'a', cost: 1 }] },
      { ...base, usage: {} },
      { ...base, usage: { input_tokens: 1 } },
      { ...base, usage: { output_tokens: 1 } },
      { ...base, usage: { cost: 1 } },
      { ...base, error: 'x' },
      { ...base, error: { message: 'x', code: 'READ_X' } },
      { ...base, error: { message: 'x', code: 'READ_X', pointer: '/x' } },
      { ...base, partial: true },
      { ...base, metadata: {} },
      { ...base, metadata: { x: 1 } },
      { ...base, said: [{ role: 'user', text: 'x', turn: 0 }] },
      { ...base, started_at: 'x' },
      { ...base, duration_ms: 1 },
      { tool_calls: [{ ...call, server: 'x' }] },
      { tool_calls: [{ ...call, id: 'x' }] },
      { tool_calls: [{ ...call, requester: 'x' }] },
      { tool_calls: [{ ...call, status: 'ok' }] },
      { tool_calls: [{ ...call, turn: 1 }] },
      { tool_calls: [{ ...call, raw_name: 'x' }] },
      { tool_calls: [{ ...call, started_at: 'x' }] },
      { tool_calls: [{ ...call, duration_ms: 1 }] },
      { tool_calls: [{ ...call, arguments: 'x' }] },
      { tool_calls: [{ name: 'a' }] },
      { tool_calls: [] },
    ];
    expect(new Set(different.map((one) => fingerprint(trace(one)))).size).toBe(different.length);
  });
});
