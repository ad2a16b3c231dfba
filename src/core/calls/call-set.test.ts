import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileArgumentRules } from '../arguments/argument-rules.ts';
import { CallSet } from './call-set.ts';
import { equalJson } from '../json/equal-json.ts';
import { call, parsed } from '../fixtures/calls.ts';
import { argumentsOf, type ToolCall } from '../trace/trace.ts';

function placesOf(calls: readonly ToolCall[], set: CallSet = new CallSet()): readonly number[] {
  return calls.map((call, i) => set.add(call, i));
}

describe('calls are the same', () => {
  it('when tool and arguments are equal', () => {
    expect(
      placesOf([
        call('a.x', { p: 1, q: [1] }),
        call('a.x', { q: [1], p: 1 }),
        call('a.x', { p: 1, q: [2] }),
        call('b.x', { p: 1, q: [1] }),
        call('x', { p: 1, q: [1] }),
        call('a.x', { p: 1, q: [2] }),
      ]),
    ).toEqual([0, 0, 2, 3, 4, 2]);
  });

  it('when both have no arguments, said or unsaid', () => {
    expect(placesOf([call('x'), call('x', {})])).toEqual([0, 0]);
  });

  it('when both have the same text that is not JSON, which no object equals', () => {
    expect(placesOf([call('x', '{'), call('x', '{'), call('x', '{ '), call('x', {})])).toEqual([
      0, 0, 2, 3,
    ]);
  });

  it('when relaxations make them so', () => {
    const rules = compileArgumentRules({
      case_insensitive: true,
      ignore: ['$.t'],
      defaults: { n: 10 },
    });
    const calls = [
      call('x', { q: 'A', t: 1 }),
      call('x', { q: 'a', n: 10 }),
      call('x', { q: 'a', n: null }),
    ];
    expect(placesOf(calls, new CallSet(() => rules))).toEqual([0, 0, 2]);
  });

  it('not because their spellings are', () => {
    const split = [call({ server: 'a.b', name: 'c' }), call({ server: 'a', name: 'b.c' })];
    expect(placesOf(split)).toEqual([0, 1]);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'and %s is a tool and a key like any other',
    (name) => {
      const value = parsed(`{"${name}":1}`);
      expect(
        placesOf([call(name), call(name, value), call(name, value), call('x', value)]),
      ).toEqual([0, 1, 1, 3]);
    },
  );
});

it('a hundred thousand different calls of one tool are told apart in linear time', () => {
  const set = new CallSet();
  const count = 100_000;
  let fresh = 0;
  for (let i = 0; i < count; i++) if (set.add(call('s.x', { i, list: [i] }), i) === i) fresh++;
  expect(fresh).toBe(count);
  expect(set.add(call('s.x', { list: [77_777], i: 77_777 }), count)).toBe(77_777);
});

it('beyond the few that are compared by value servers still tell calls apart', () => {
  const filler = Array.from({ length: 20 }, (_, i) => call('s.x', { filler: i }));
  const calls = [...filler, call('s.x', {}), call('t.x', {}), call('x', {}), call('t.x', {})];
  expect(placesOf(calls).slice(20)).toEqual([20, 21, 22, 21]);
});

it('beyond the few that are compared by value the answer is the same', () => {
  const value = fc.constantFrom(
    ...[
      '{}',
      '{"a":0}',
      '{"a":-0}',
      '{"a":"0"}',
      '{"a":[0]}',
      '{"a":{"b":1,"c":2}}',
      '{"a":{"c":2,"b":1}}',
      '{"a":null}',
      '{"a":9007199254740993}',
      '{"a":9007199254740992}',
      '{"b":0}',
    ].map(parsed),
  );
  const filler = Array.from({ length: 20 }, (_, i) => call('s.x', { filler: i }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (values) => {
      const calls = [...filler, ...values.map((value) => call('s.x', value))];
      const expected = calls.map((call) =>
        calls.findIndex((other) => equalJson(argumentsOf(call), argumentsOf(other))),
      );
      expect(placesOf(calls)).toEqual(expected);
    }),
  );
});
