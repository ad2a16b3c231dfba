import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, ToolCall } from '#core';
import { joinCalls } from './join-calls.ts';

/** A call that spans record. */
function told(rawName: string, value: JsonObject | null, more: Partial<ToolCall> = {}): ToolCall {
  return {
    server: null,
    name: rawName,
    arguments: value === null ? { state: 'absent' } : { state: 'parsed', value },
    id: `call_${rawName}`,
    requester: null,
    status: 'ok',
    ...more,
  };
}

/** A call that a server heard. */
function heard(
  server: string,
  name: string,
  value: JsonObject,
  more: Partial<ToolCall> = {},
): ToolCall {
  return { ...told(name, value), server, id: '7', ...more };
}

const shown = (calls: readonly ToolCall[]): unknown[] =>
  calls.map(({ server, name, id, arguments: given }) => [
    server,
    name,
    id,
    given.state === 'parsed' ? given.value : null,
  ]);

it.each(['find', 'mcp__brave__find', 'brave_find', 'brave-find', 'brave.find', 'tools_find'])(
  'takes %s for the tool "find" of the server "brave"',
  (spelled) => {
    const joined = joinCalls([told(spelled, { q: 1 })], [heard('brave', 'find', { q: 1 })]);
    expect(joined).toMatchObject([
      { server: 'brave', name: 'find', id: `call_${spelled}`, status: 'ok' },
    ]);
    expect(joined[0]?.rawName).toBe(spelled === 'find' ? undefined : spelled);
  },
);

it('keeps what only one side knows', () => {
  const joined = joinCalls(
    [told('local', { x: 1 }), told('find', { q: 1 })],
    [heard('brave', 'find', { q: 1 }), heard('fs', 'read', { path: 'a' })],
  );
  expect(shown(joined)).toEqual([
    [null, 'local', 'call_local', { x: 1 }],
    ['brave', 'find', 'call_find', { q: 1 }],
    ['fs', 'read', '7', { path: 'a' }],
  ]);
});

it('tells two servers with one tool apart by what the model wrote', () => {
  const joined = joinCalls(
    [told('mcp__google__find', { q: 1 }), told('mcp__brave__find', { q: 1 })],
    [heard('brave', 'find', { q: 1 }), heard('google', 'find', { q: 1 })],
  );
  expect(joined.map(({ server }) => server)).toEqual(['google', 'brave']);
});

it('does not give a call to a server that its name does not mean', () => {
  const joined = joinCalls(
    [told('mcp__google__find', { q: 1 })],
    [heard('brave', 'find', { q: 1 }), heard('google', 'other', {})],
  );
  expect(joined.map(({ server, name }) => [server, name])).toEqual([
    ['brave', 'find'],
    ['google', 'other'],
    [null, 'mcp__google__find'],
  ]);
});

it('pairs calls of one tool by their arguments, then in order', () => {
  const joined = joinCalls(
    [told('find', { q: 1 }), told('find', { q: 2 }), told('find', null)],
    [heard('b', 'find', { q: 2 }), heard('b', 'find', { q: 3 })],
  );
  expect(shown(joined)).toEqual([
    ['b', 'find', 'call_find', { q: 1 }],
    ['b', 'find', 'call_find', { q: 2 }],
    [null, 'find', 'call_find', null],
  ]);
});

it('takes arguments from the server where spans have none, and believes it that a call failed', () => {
  const joined = joinCalls(
    [told('find', null)],
    [heard('b', 'find', { q: 2 }, { status: 'error' })],
  );
  expect(joined).toMatchObject([
    { arguments: { state: 'parsed', value: { q: 2 } }, status: 'error' },
  ]);
});

it('puts what only a server heard where its time belongs', () => {
  const at = (second: number): Partial<ToolCall> => ({
    startedAt: `2026-04-01T12:00:0${second}.000Z`,
  });
  const joined = joinCalls(
    [told('a', {}, at(1)), told('b', {}, at(3)), told('c', {}, at(5))],
    [heard('s', 'x', {}, at(0)), heard('s', 'y', {}, at(4)), heard('s', 'z', {}, at(9))],
  );
  expect(joined.map(({ name }) => name)).toEqual(['x', 'a', 'b', 'y', 'c', 'z']);
});

it('loses no call, and makes none up', () => {
  const names = fc.constantFrom('find', 'mcp__s__find', 'read', 's_read');
  const values = fc.record({ q: fc.integer({ min: 0, max: 2 }) });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(names, values)),
      fc.array(fc.tuple(fc.constantFrom('s', 't'), fc.constantFrom('find', 'read'), values)),
      (spans, wire) => {
        const tolds = spans.map(([name, value]) => told(name, value));
        const heards = wire.map(([server, name, value]) => heard(server, name, value));
        const joined = joinCalls(tolds, heards);
        expect(joined.filter(({ id }) => id !== '7')).toHaveLength(tolds.length);
        for (const server of ['s', 't']) {
          const isOf = (call: ToolCall): boolean => call.server === server;
          expect(joined.filter(isOf)).toHaveLength(heards.filter(isOf).length);
        }
      },
    ),
  );
});
