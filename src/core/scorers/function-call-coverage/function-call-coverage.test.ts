import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestMatching } from '../../fixtures/brute-force.ts';
import { call, callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import { ToolIndex, type ToolPattern } from '../../tools/tool-pattern.ts';
import type { ToolCall } from '../../trace/trace.ts';

const NAME = 'function_call_coverage';

function counts(options: object, ...tools: readonly string[]): readonly number[] {
  const { required, made, unrequired, passed } = scoreRun(NAME, options, callsOf(...tools)).tally;
  return [required!, made!, unrequired!, passed!];
}

describe('the published rows', () => {
  const function_calls = ['search', 'calculator'];

  it('in order, called the other way round: all made, not passed', () => {
    expect(counts({ function_calls, mode: 'in_order' }, 'calculator', 'search')).toEqual([
      2, 2, 0, 0,
    ]);
  });

  it('one of two, and another tool', () => {
    expect(counts({ function_calls }, 'search', 'lookup')).toEqual([2, 1, 1, 0]);
    expect(counts({ function_calls, mode: 'in_order' }, 'search', 'lookup')).toEqual([2, 1, 1, 0]);
  });
});

describe('required calls', () => {
  it('are a multiset: what is listed twice must be called twice', () => {
    expect(counts({ function_calls: ['a', 'a'] }, 'a')).toEqual([2, 1, 0, 0]);
    expect(counts({ function_calls: ['a', 'a'] }, 'a', 'a')).toEqual([2, 2, 0, 1]);
    expect(counts({ function_calls: ['a', 'a'] }, 'a', 'a', 'a')).toEqual([2, 2, 1, 1]);
  });

  it('with duplicates: once are reduced to distinct entries first', () => {
    const once = { function_calls: ['a', { tool: 'a' }, 'b', 'a'], duplicates: 'once' };
    expect(counts(once, 'a', 'b')).toEqual([2, 2, 0, 1]);
    expect(counts({ ...once, mode: 'in_order' }, 'b', 'a')).toEqual([2, 2, 0, 0]);
    expect(counts({ ...once, mode: 'in_order' }, 'a', 'b')).toEqual([2, 2, 0, 1]);
  });

  it('in order are a subsequence of the calls', () => {
    const options = { function_calls: ['a', 'b', 'a'], mode: 'in_order' };
    expect(counts(options, 'a', 'b', 'a')).toEqual([3, 3, 0, 1]);
    expect(counts(options, 'x', 'a', 'x', 'b', 'b', 'a')).toEqual([3, 3, 3, 1]);
    expect(counts(options, 'a', 'a', 'b')).toEqual([3, 3, 0, 0]);
    expect(counts(options, 'a', 'b')).toEqual([3, 2, 0, 0]);
  });

  it('that overlap are matched as well as can be, not first come first served', () => {
    // `search` would take the only call that `brave.search` can have.
    expect(
      counts({ function_calls: ['search', 'brave.search'] }, 'brave.search', 'bing.search'),
    ).toEqual([2, 2, 0, 1]);
    expect(
      counts({ function_calls: ['search', 'brave.search'] }, 'bing.search', 'brave.search'),
    ).toEqual([2, 2, 0, 1]);
    expect(counts({ function_calls: ['search', 'brave.search'] }, 'brave.search')).toEqual([
      2, 1, 0, 0,
    ]);
    expect(
      counts(
        { function_calls: ['search', { server: 'brave', tool: 'search' }] },
        'brave.search',
        'x',
      ),
    ).toEqual([2, 1, 1, 0]);
  });

  it.each(['constructor', '__proto__', 'toString'])('may be called %s', (name) => {
    expect(counts({ function_calls: [name, name] }, name, 'hasOwnProperty')).toEqual([2, 1, 1, 0]);
  });

  it('none are vacuously made, whatever is called', () => {
    const report = reportRuns(NAME, { function_calls: [] }, [callsOf('x')]);
    expect(report).toMatchObject({
      vacuous: true,
      vacuousRuns: 1,
      metrics: { all_required_calls_made: 1, required_calls_coverage: 1, num_unrequired_calls: 1 },
    });
  });
});

describe('over runs', () => {
  it('counts add, coverage is the ratio of the sums, all made is a share of runs', () => {
    const runs = [callsOf('a', 'b'), callsOf('a'), callsOf('x', 'y')];
    const report = reportRuns(NAME, { function_calls: ['a', 'b'] }, runs);
    expect(report.metrics).toEqual({
      all_required_calls_made: 0.3333,
      required_calls_coverage: 0.5,
      num_required_calls_made: 3,
      num_required_calls_not_made: 3,
      num_unrequired_calls: 2,
      num_required_calls_total: 6,
    });
    expect(report.tally).toEqual({ required: 6, made: 3, unrequired: 2, passed: 1 });
    // 1 of 3: Wilson 0.0615 to 0.7923, rounded outward
    expect(report.intervals).toEqual({ all_required_calls_made: [0.0614, 0.7924] });
  });

  it('no run is nothing measured', () => {
    expect(reportRuns(NAME, { function_calls: ['a'] }, []).metrics).toMatchObject({
      all_required_calls_made: null,
      num_required_calls_made: null,
    });
  });
});

describe('the evidence', () => {
  it('names what was not made and what was not required', () => {
    const report = reportRuns(NAME, { function_calls: ['a', 'b', 'b'] }, [
      callsOf('b', 'x', 'b', 'b', 'B'),
    ]);
    expect(report.missed).toEqual(['a']);
    expect(report.unexpected).toEqual(['x', 'B']);
    expect(report.calls.map(({ tool, verdict, hint }) => [tool, verdict, hint])).toEqual([
      ['b', 'hit', undefined],
      ['x', 'unexpected', undefined],
      ['b', 'hit', undefined],
      ['b', 'repeat', undefined],
      ['B', 'unexpected', 'looks like b, but the case differs'],
    ]);
  });

  it('says what is wrong with the order when that is all that is wrong', () => {
    const options = { function_calls: ['a', 'b'], mode: 'in_order' };
    expect(reportRuns(NAME, options, [callsOf('b', 'a')]).misses).toEqual({
      total: 1,
      items: [
        {
          run: 1,
          expected: 'no b after a: called b, a',
        },
      ],
    });
    expect(reportRuns(NAME, options, [callsOf('a', 'b')]).misses.total).toBe(0);
  });
});

const names = fc.constantFrom('a', 'b', 's.a', 't.a', 's.b', 's.a.b');
const pattern: fc.Arbitrary<ToolPattern> = fc.oneof(
  names,
  fc.constantFrom({ tool: 'a' }, { server: 's', tool: 'a' }, { server: 's', tool: 'a.b' }),
);
const required = fc.array(pattern, { maxLength: 6 });
const calls = fc.array(
  fc.oneof(
    names.map((name) => call(name)),
    fc.constant(call({ server: 's.a', name: 'b' })),
  ),
  { maxLength: 7 },
);

/** Which calls each entry matches, by the definition of one pattern at a time. */
function edgesOf(
  list: readonly ToolPattern[],
  made: readonly ToolCall[],
): readonly (readonly number[])[] {
  return list.map((item) => {
    const index = new ToolIndex([[item]]);
    return made.flatMap((each, i) => (index.match(each).length > 0 ? [i] : []));
  });
}

function isSubsequence(edges: readonly (readonly number[])[], from: number = 0): boolean {
  const [first, ...rest] = edges;
  return first === undefined || first.some((at) => at >= from && isSubsequence(rest, at + 1));
}

describe('whatever is required and called', () => {
  it('made is the size of a maximum matching, and the counts add up, in both modes', () => {
    fc.assert(
      fc.property(required, calls, (function_calls, made) => {
        const edges = edgesOf(function_calls, made);
        const best = largestMatching(edges);
        for (const mode of ['any_order', 'in_order']) {
          const score = scoreRun(NAME, { function_calls, mode }, made);
          const passes =
            mode === 'any_order' ? best === function_calls.length : isSubsequence(edges);
          expect(score.tally).toEqual({
            required: function_calls.length,
            made: best,
            unrequired: made.length - best,
            passed: passes ? 1 : 0,
          });
          expect(Array.from(score.hits).filter((hit) => hit > 0)).toHaveLength(best);
          expect(score.verdicts.filter((verdict) => verdict === 'hit')).toHaveLength(best);
          expect(score.perfect).toBe(passes);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('each hit is a call that matches its entry, and no call is used twice', () => {
    fc.assert(
      fc.property(required, calls, (function_calls, made) => {
        const { hits } = scoreRun(NAME, { function_calls }, made);
        const edges = edgesOf(function_calls, made);
        const used = Array.from(hits).filter((hit) => hit > 0);
        expect(new Set(used).size).toBe(used.length);
        Array.from(hits).forEach((hit, slot) => {
          if (hit > 0) expect(edges[slot]).toContain(hit - 1);
        });
      }),
    );
  });

  it('the order of either list changes no count in any order', () => {
    fc.assert(
      fc.property(required, calls, (function_calls, made) => {
        const turned = scoreRun(
          NAME,
          { function_calls: function_calls.toReversed() },
          made.toReversed(),
        );
        expect(turned.tally).toEqual(scoreRun(NAME, { function_calls }, made).tally);
      }),
    );
  });
});
