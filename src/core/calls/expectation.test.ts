import { describe, expect, it } from 'vitest';
import type { RelaxationOptions } from '../arguments/argument-rules.ts';
import type { Expectation } from './expectation.ts';
import { ExpectedCalls, distinctExpected } from './expected-calls.ts';
import { call } from '../fixtures/calls.ts';
import { UserError } from '../issues/issue.ts';
import { ExactNumber, type JsonObject } from '../json/json.ts';
import { scoreTrace } from '../evaluation/score-trace.ts';
import type { ToolCall } from '../trace/trace.ts';

function expecting(args: JsonObject | undefined, options: RelaxationOptions = {}): Expectation {
  const expected = args === undefined ? { tool: 'x' } : { tool: 'x', args };
  return new ExpectedCalls([expected], options, {}).expectations[0]!;
}

describe('arguments fit', () => {
  it.each<[string, JsonObject | undefined, ToolCall, boolean]>([
    ['no args: anything', undefined, call('x', { a: 1 }), true],
    ['no args: also what is not JSON', undefined, call('x', '{'), true],
    ['{}: nothing passed', {}, call('x'), true],
    ['{}: nothing passed, in so many words', {}, call('x', {}), true],
    ['{}: something passed', {}, call('x', { a: 1 }), false],
    ['{}: what is not JSON', {}, call('x', ''), false],
    ['equal', { a: 1 }, call('x', { a: 1 }), true],
    ['one more', { a: 1 }, call('x', { a: 1, b: 1 }), false],
    ['what is not JSON never fits', { a: 1 }, call('x', '{"a":1}'), false],
  ])('%s', (_what, args, item, fits) => {
    expect(expecting(args).fits(item)).toBe(fits);
  });
});

describe('how arguments differ is said', () => {
  it.each<[JsonObject, ToolCall, string | null]>([
    [{ a: 1 }, call('x', { a: 1 }), null],
    [{ a: 1 }, call('x', { a: 2 }), '$.a differs: expected 1, got 2'],
    [{ a: 1 }, call('x', {}), '$.a is missing, expected 1'],
    [{}, call('x', { a: [1] }), '$.a was not expected, got [1]'],
    [{ a: null }, call('x'), '$.a is missing, expected null'],
    [
      { a: { 'odd key': [0, 1] } },
      call('x', { a: { 'odd key': [0, 2] } }),
      '$.a["odd key"][1] differs: expected 1, got 2',
    ],
    [{ a: [1] }, call('x', { a: [1, 2] }), '$.a[1] was not expected, got 2'],
    [{ a: 1 }, call('x', 'not json'), 'its arguments are not a JSON object'],
    [
      { a: { $any_of: [1, 2] } },
      call('x', { a: 3 }),
      '$.a differs: expected {"$any_of":[1,2]}, got 3',
    ],
    [
      { a: { $optional: { b: 1 } } },
      call('x', { a: { b: 2 } }),
      '$.a.b differs: expected 1, got 2',
    ],
    [
      { a: { $literal: { $type: 'x' } } },
      call('x', { a: { $type: 'y' } }),
      '$.a["$type"] differs: expected "x", got "y"',
    ],
    [
      { $any_of: [{ a: 1 }] },
      call('x', { a: 2 }),
      '$ differs: expected {"$any_of":[{"a":1}]}, got {"a":2}',
    ],
    [
      { id: new ExactNumber('9007199254740993') },
      call('x', { id: new ExactNumber('9007199254740992') }),
      '$.id differs: expected 9007199254740993, got 9007199254740992',
    ],
    [
      { a: 'x'.repeat(100) },
      call('x', { a: 1 }),
      `$.a differs: expected "${'x'.repeat(76)}..., got 1`,
    ],
    [
      { a: { $optional: { $literal: { b: 1 } } } },
      call('x', { a: { b: 2 } }),
      '$.a.b differs: expected 1, got 2',
    ],
  ])('%j', (args, item, why) => {
    expect(expecting(args).explain(item)).toBe(why);
  });

  it('by the default where the expectation leaves the argument out', () => {
    const expectation = expecting({ q: 'a' }, { defaults: { n: 10 } });
    expect(expectation.explain(call('x', { q: 'a', n: 11 }))).toBe(
      '$.n differs: expected 10, got 11',
    );
  });

  it('not at all where arguments are not compared', () => {
    expect(expecting(undefined).explain(call('x', { a: 1 }))).toBeNull();
  });
});

describe('the share of expected keys with an equal value', () => {
  it.each<
    [string, JsonObject | undefined, ToolCall, readonly [number, number], RelaxationOptions?]
  >([
    ['all', { a: 1, b: 2 }, call('x', { a: 1, b: 2 }), [2, 2]],
    ['one of two', { a: 1, b: 2 }, call('x', { a: 1, b: 3 }), [1, 2]],
    ['one is missing', { a: 1, b: null }, call('x', { a: 1 }), [1, 2]],
    ['what is too much is not seen', { a: 1 }, call('x', { a: 1, b: 2 }), [1, 1]],
    [
      'a value is equal or not, also a deep one',
      { a: { b: 1, c: 2 } },
      call('x', { a: { b: 1, c: 3 } }),
      [0, 1],
    ],
    ['what is not JSON has none', { a: 1, b: 2 }, call('x', '{'), [0, 2]],
    ['{}: called without', {}, call('x'), [1, 1]],
    ['{}: called with', {}, call('x', { a: 1 }), [0, 1]],
    ['{}: called with what is ignored', {}, call('x', { t: 1 }), [1, 1], { ignore: ['$.t'] }],
    ['{}: called with the default', {}, call('x', { n: 1 }), [1, 1], { defaults: { n: 1 } }],
    ['{}: called with what is not JSON', {}, call('x', '{'), [0, 1]],
    ['no args', undefined, call('x', { a: 1 }), [1, 1]],
    [
      'what is ignored does not count',
      { a: 1, t: 1 },
      call('x', { a: 1 }),
      [1, 1],
      { ignore: ['$.t'] },
    ],
    ['all is ignored', { t: 1 }, call('x', { a: 1 }), [1, 1], { ignore: ['$.t'] }],
    ['a default stands in', { n: 10, a: 1 }, call('x', { a: 2 }), [1, 2], { defaults: { n: 10 } }],
    ['markers', { a: { $type: 'string' }, b: { $optional: 1 } }, call('x', { a: 'x' }), [2, 2]],
    [
      'the whole arguments as one marker',
      { $any_of: [{ a: 1 }, { b: 1 }] },
      call('x', { b: 1 }),
      [1, 1],
    ],
    [
      'the whole arguments as one marker, not met',
      { $any_of: [{ a: 1 }] },
      call('x', { b: 1 }),
      [0, 1],
    ],
    [
      'a key that objects inherit',
      { constructor: { $optional: 1 }, valueOf: 1 },
      call('x'),
      [1, 2],
    ],
  ])('%s', (_what, args, item, score, options) => {
    expect(expecting(args, options).keyScore(item)).toEqual(score);
  });
});

describe('one side of the arguments within the other', () => {
  it.each<[string, JsonObject | undefined, ToolCall, boolean, boolean, RelaxationOptions?]>([
    // what, expected, call, every expected is called, every called is expected
    ['equal', { a: 1 }, call('x', { a: 1 }), true, true],
    ['more called', { a: 1 }, call('x', { a: 1, b: 2 }), true, false],
    ['fewer called', { a: 1, b: 2 }, call('x', { a: 1 }), false, true],
    ['another value', { a: 1 }, call('x', { a: 2 }), false, false],
    ['nothing called', { a: 1 }, call('x'), false, true],
    ['nothing expected', {}, call('x', { a: 1 }), true, false],
    ['not compared', undefined, call('x', { a: 1 }), true, true],
    ['not JSON', { a: 1 }, call('x', '{'), false, false],
    ['not JSON, nothing expected', {}, call('x', '{'), false, false],
    ['ignored', { t: 1 }, call('x', { t: 2 }), true, true, { ignore: ['$.t'] }],
    [
      'a default is called',
      { a: 1 },
      call('x', { a: 1, n: 10 }),
      true,
      true,
      { defaults: { n: 10 } },
    ],
    [
      'a default is expected',
      { a: 1, n: 10 },
      call('x', { a: 1 }),
      true,
      true,
      { defaults: { n: 10 } },
    ],
    ['an optional one is left out', { a: { $optional: 1 } }, call('x'), true, true],
    ['null is not missing', { a: null }, call('x'), false, true],
    ['one marker for all', { $any_of: [{ a: 1 }] }, call('x', { a: 1 }), true, true],
    ['one marker for all, not met', { $any_of: [{ a: 1 }] }, call('x', { a: 2 }), false, false],
  ])('%s', (_what, args, item, isContained, contains, options) => {
    expect(expecting(args, options).isContained(item)).toBe(isContained);
    expect(expecting(args, options).contains(item)).toBe(contains);
  });
});

describe('relaxations of single tools', () => {
  const options = { for_tool: { 's.loose': { case_insensitive: true } }, trim: true };

  it('hold for calls of that tool, however it is expected', () => {
    const { expectations } = new ExpectedCalls([{ tool: 'loose', args: { q: 'A' } }], options, {});
    expect(expectations[0]!.fits(call('s.loose', { q: 'a ' }))).toBe(true);
    expect(expectations[0]!.fits(call('t.loose', { q: 'a' }))).toBe(false);
    expect(expectations[0]!.fits(call('t.loose', { q: 'A ' }))).toBe(true);
  });

  it('can turn off what holds for the others', () => {
    const strict = { trim: true, for_tool: { x: { trim: false } } };
    const { expectations } = new ExpectedCalls([{ tool: 'x', args: { q: 'a' } }], strict, {});
    expect(expectations[0]!.fits(call('x', { q: 'a ' }))).toBe(false);
  });
});

describe('expectations are one', () => {
  const reduce = (
    calls: Parameters<typeof distinctExpected>[0],
    options: RelaxationOptions = {},
  ): number => distinctExpected(calls, options, {}).length;

  it('when equally spelled with equal arguments', () => {
    expect(
      reduce([
        { tool: 'x', args: { a: 1, b: 2 } },
        { tool: 'x', args: { b: 2, a: 1 } },
      ]),
    ).toBe(1);
    expect(reduce([{ tool: 'x' }, { tool: 'x' }, { tool: { tool: 'x' } }])).toBe(1);
    expect(reduce([{ tool: 'x' }, { tool: 'x', args: {} }])).toBe(2);
    expect(reduce([{ tool: 's.x' }, { tool: 'x' }, { tool: { server: 's', tool: 'x' } }])).toBe(3);
    expect(
      reduce([
        { tool: 'x', args: { a: 1 } },
        { tool: 'x', args: { a: '1' } },
      ]),
    ).toBe(2);
  });

  it('when relaxations make their arguments equal, markers aside', () => {
    const pair = [
      { tool: 's.x', args: { q: 'A' } },
      { tool: 's.x', args: { q: 'a' } },
    ];
    expect(reduce(pair, { case_insensitive: true })).toBe(1);
    expect(reduce(pair, { for_tool: { x: { case_insensitive: true } } })).toBe(1);
    expect(reduce(pair, { for_tool: { y: { case_insensitive: true } } })).toBe(2);
    const marked = [
      { tool: 'x', args: { q: { $any_of: ['A'] } } },
      { tool: 'x', args: { q: { $any_of: ['a'] } } },
    ];
    expect(reduce(marked, { case_insensitive: true })).toBe(2);
  });
});

it('an expectation is written with its tool and, where they matter, its arguments', () => {
  expect(expecting(undefined).format()).toBe('x');
  expect(expecting({ a: [1, 'b'] }).format()).toBe('x {"a":[1,"b"]}');
});

describe('calls that are expected by name', () => {
  const trace = { tool_calls: [{ name: 'search', arguments: { q: 'x' } }] };
  const named = [{ name: 'search', args: { q: 'x' } }];

  it.each(['tool_call_f1', 'tool_call_accuracy', 'trajectory'] as const)(
    'are the same as by tool, for %s',
    (scorer) => {
      const expected = named.map(({ name, args }) => ({ tool: name, args }));
      const byTool = scoreTrace(trace, { [scorer]: { expected } });
      expect(scoreTrace(trace, { [scorer]: { expected: named } })).toEqual(byTool);
      expect(byTool[0]?.misses.total).toBe(0);
    },
  );

  it('are refused with both, or with neither', () => {
    const both = [{ tool: 'a', name: 'a' }] as never;
    expect(() => scoreTrace(trace, { tool_call_f1: { expected: both } })).toThrow(UserError);
    expect(() => scoreTrace(trace, { trajectory: { expected: [{}] as never } })).toThrow(UserError);
  });
});
