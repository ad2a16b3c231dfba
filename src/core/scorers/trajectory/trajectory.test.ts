import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpectedCall } from '../../calls/expectation.ts';
import { largestMatching } from '../../fixtures/brute-force.ts';
import { call, callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import type { JsonObject } from '../../json/json.ts';
import { ToolIndex } from '../../tools/tool-pattern.ts';
import { argumentsOf, type ToolCall } from '../../trace/trace.ts';

const NAME = 'trajectory';
const MATCHES = ['exact', 'in_order', 'any_order', 'unordered', 'subset'] as const;
const ARGUMENTS = ['exact', 'ignore', 'subset', 'superset'] as const;

function matches(options: object, calls: readonly ToolCall[]): boolean {
  return scoreRun(NAME, options, calls).perfect;
}

/** Which of the five kinds of match hold, in the order of `MATCHES`. */
function kinds(target: string, made: string): string {
  const list = (text: string): readonly string[] => text.split(' ').filter((item) => item !== '');
  const expected = list(target).map((tool) => ({ tool }));
  return MATCHES.filter((match) => matches({ expected, match }, callsOf(...list(made)))).join(' ');
}

describe('kinds of match', () => {
  it.each([
    ['a b', 'a b', 'exact in_order any_order unordered subset'],
    ['a b', 'b a', 'any_order unordered subset'],
    ['a b', 'a x b', 'in_order any_order'],
    ['a b', 'b x a', 'any_order'],
    ['a b', 'a', 'subset'],
    ['a b', 'x', ''],
    ['a b', '', 'subset'],
    ['', '', 'exact in_order any_order unordered subset'],
    ['', 'a', 'in_order any_order'],
    ['a a', 'a', 'subset'],
    ['a', 'a a', 'in_order any_order'],
    ['a a b', 'a b b', ''],
    ['a b', 'b a b', 'in_order any_order'],
    ['x s.x', 's.x t.x', 'any_order unordered subset'],
    ['s.x x', 's.x t.x', 'exact in_order any_order unordered subset'],
  ])('expected [%s], called [%s]: %s', (target, made, expected) => {
    expect(kinds(target, made)).toBe(expected);
  });
});

describe('kinds of arguments', () => {
  it.each<[string, JsonObject | undefined, ToolCall, string]>([
    ['equal', { a: 1, b: 2 }, call('x', { b: 2, a: 1 }), 'exact ignore subset superset'],
    ['fewer than expected', { a: 1, b: 2 }, call('x', { a: 1 }), 'ignore subset'],
    ['more than expected', { a: 1 }, call('x', { a: 1, b: 2 }), 'ignore superset'],
    ['another value', { a: 1 }, call('x', { a: 2 }), 'ignore'],
    ['none, some expected', { a: 1 }, call('x'), 'ignore subset'],
    ['some, none expected', {}, call('x', { a: 1 }), 'ignore superset'],
    ['none, none expected', {}, call('x'), 'exact ignore subset superset'],
    ['not compared', undefined, call('x', { a: 1 }), 'exact ignore subset superset'],
    ['not JSON', { a: 1 }, call('x', '{'), 'ignore'],
    ['a deep value is equal or not', { a: { b: 1, c: 1 } }, call('x', { a: { b: 1 } }), 'ignore'],
  ])('%s', (_what, args, item, expected) => {
    const target = [args === undefined ? { tool: 'x' } : { tool: 'x', args }];
    const held = ARGUMENTS.filter((mode) => matches({ expected: target, arguments: mode }, [item]));
    expect(held.join(' ')).toBe(expected);
    // One call: the kinds of match that ask for it agree.
    for (const match of ['in_order', 'any_order', 'unordered', 'subset']) {
      const same = ARGUMENTS.filter((mode) =>
        matches({ expected: target, match, arguments: mode }, [item]),
      );
      expect(same).toEqual(held);
    }
  });

  it('take part in pairing: one call may fit several expectations', () => {
    const expected = [{ tool: 'x' }, { tool: 'x', args: { a: 1 } }];
    const calls = [call('x', { a: 1 }), call('x', { a: 2 })];
    for (const list of [expected, expected.toReversed()]) {
      for (const made of [calls, calls.toReversed()]) {
        expect(matches({ expected: list, match: 'unordered' }, made)).toBe(true);
      }
    }
  });
});

describe('over runs', () => {
  it('is a share of runs with its interval', () => {
    const report = reportRuns(NAME, { expected: [{ tool: 'a' }] }, [callsOf('a'), callsOf('b')]);
    expect(report.metrics).toEqual({ 'trajectory.match': 0.5 });
    expect(report.tally).toEqual({ matched: 1 });
    // 1 of 2: Wilson 0.094529 to 0.905471
    expect(report.intervals).toEqual({ 'trajectory.match': [0.0945, 0.9055] });
    expect(reportRuns(NAME, { expected: [] }, []).metrics).toEqual({ 'trajectory.match': null });
  });

  it('is vacuous when nothing was expected and nothing called', () => {
    expect(reportRuns(NAME, { expected: [] }, [[]])).toMatchObject({
      vacuous: true,
      metrics: { 'trajectory.match': 1 },
    });
    expect(reportRuns(NAME, { expected: [], match: 'any_order' }, [callsOf('x')]).vacuous).toBe(
      false,
    );
  });
});

describe('the evidence', () => {
  it('says what stood at the place, and how its arguments differ', () => {
    const expected = [{ tool: 'a' }, { tool: 'b', args: { n: 1 } }, { tool: 'c' }];
    const report = reportRuns(NAME, { expected }, [[call('x'), call('b', { n: 2 })]]);
    expect(report.misses.items.map(({ hint }) => hint)).toEqual([
      'call 1 is x',
      'call 2 is b',
      'there is no call 3',
    ]);
    expect(report.calls.map(({ verdict, hint }) => [verdict, hint])).toEqual([
      ['unexpected', undefined],
      ['mismatch', '$.n differs: expected 1, got 2'],
    ]);
  });

  it('compares each call with the expectation at its own place', () => {
    const expected = [
      { tool: 'x', args: { a: 1 } },
      { tool: 'x', args: { a: 2 } },
    ];
    const report = reportRuns(NAME, { expected }, [[call('x', { a: 1 }), call('x', { a: 3 })]]);
    expect(report.calls[1]?.hint).toBe('$.a differs: expected 2, got 3');
  });

  it('does not count extra calls against a run that may have them, nor missing ones where they may miss', () => {
    const expected = [{ tool: 'a' }];
    const extra = reportRuns(NAME, { expected, match: 'any_order' }, [callsOf('a', 'x')]);
    expect(extra.unexpected).toEqual([]);
    expect(extra.calls.map(({ verdict }) => verdict)).toEqual(['hit']);
    const fewer = reportRuns(NAME, { expected, match: 'subset' }, [[]]);
    expect(fewer.missed).toEqual([]);
    expect(reportRuns(NAME, { expected, match: 'subset' }, [callsOf('x')]).unexpected).toEqual([
      'x',
    ]);
  });
});

const tool = fc.constantFrom('x', 's.x', 't.x', 'y');
const args = fc.constantFrom({}, { a: 1 }, { a: 2 }, { a: 1, b: 1 });
const calls = fc.array(
  fc.tuple(tool, args).map(([name, options]) => call(name, options)),
  { maxLength: 5 },
);
const expected = fc.array(fc.oneof(fc.record({ tool }), fc.record({ tool, args })), {
  maxLength: 5,
});

/** metrics.md 6, one pair at a time. */
function fits(call: ExpectedCall, made: ToolCall, mode: (typeof ARGUMENTS)[number]): boolean {
  if (new ToolIndex([[call.tool]]).match(made).length === 0) return false;
  if (mode === 'ignore' || call.args === undefined) return true;
  const options = argumentsOf(made)!;
  const within = (a: JsonObject, b: JsonObject): boolean =>
    Object.keys(a).every((key) => a[key] === b[key]);
  const isSubset = within(options, call.args);
  const isSuperset = within(call.args, options);
  return { exact: isSubset && isSuperset, subset: isSubset, superset: isSuperset }[mode];
}

function isSubsequence(edges: readonly (readonly number[])[], from: number = 0): boolean {
  const [first, ...rest] = edges;
  return first === undefined || first.some((at) => at >= from && isSubsequence(rest, at + 1));
}

describe('whatever is expected and called', () => {
  it('every kind of match with every kind of arguments is what it says', () => {
    fc.assert(
      fc.property(expected, calls, fc.constantFrom(...ARGUMENTS), (all, made, mode) => {
        const edges = all.map((item) =>
          made.flatMap((each, i) => (fits(item, each, mode) ? [i] : [])),
        );
        const size = largestMatching(edges);
        const [allMet, allUsed] = [size === all.length, size === made.length];
        const byDefinition = {
          exact: all.length === made.length && edges.every((list, i) => list.includes(i)),
          in_order: isSubsequence(edges),
          any_order: allMet,
          unordered: allMet && allUsed,
          subset: allUsed,
        };
        for (const match of MATCHES) {
          expect([match, matches({ expected: all, match, arguments: mode }, made)]).toEqual([
            match,
            byDefinition[match],
          ]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reordering the expectations never changes an unordered verdict', () => {
    fc.assert(
      fc.property(
        expected.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        calls,
        fc.constantFrom('any_order', 'unordered', 'subset'),
        fc.constantFrom(...ARGUMENTS),
        ([all, other], made, match, mode) => {
          expect(matches({ expected: other, match, arguments: mode }, made)).toBe(
            matches({ expected: all, match, arguments: mode }, made),
          );
        },
      ),
    );
  });
});
