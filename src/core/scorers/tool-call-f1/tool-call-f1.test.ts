import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestMatching } from '../../fixtures/brute-force.ts';
import { call, callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import type { ExpectedCall } from '../../calls/expectation.ts';
import { canonicalJson, equalJson } from '../../json/equal-json.ts';
import { patternKey, ToolIndex } from '../../tools/tool-pattern.ts';
import { argumentsOf, formatTool, type ToolCall } from '../../trace/trace.ts';

const NAME = 'tool_call_f1';

function counts(options: object, calls: readonly ToolCall[]): readonly number[] {
  const { tp, fp, fn } = scoreRun(NAME, options, calls).tally;
  return [tp!, fp!, fn!];
}

describe('calls and expectations', () => {
  it('pair by tool and equal arguments', () => {
    const expected = [
      { tool: 's.x', args: { a: 1 } },
      { tool: 'y', args: { b: [1] } },
    ];
    expect(counts({ expected }, [call('s.x', { a: 1 }), call('t.y', { b: [1] })])).toEqual([
      2, 0, 0,
    ]);
    expect(counts({ expected }, [call('s.x', { a: 2 }), call('t.y', { b: [1] })])).toEqual([
      1, 1, 1,
    ]);
    expect(counts({ expected }, [call('t.x', { a: 1 }), call('y', { b: [1] })])).toEqual([1, 1, 1]);
  });

  it('without args compare the tool only; with {} ask for none', () => {
    expect(counts({ expected: [{ tool: 'x' }] }, [call('x', { a: 1 })])).toEqual([1, 0, 0]);
    expect(counts({ expected: [{ tool: 'x', args: {} }] }, [call('x', { a: 1 })])).toEqual([
      0, 1, 1,
    ]);
    expect(counts({ expected: [{ tool: 'x', args: {} }] }, [call('x')])).toEqual([1, 0, 0]);
    expect(counts({ expected: [{ tool: 'x', args: {} }] }, [call('x', {})])).toEqual([1, 0, 0]);
  });

  it('with text that is not JSON never have equal arguments', () => {
    expect(counts({ expected: [{ tool: 'x', args: {} }] }, [call('x', '')])).toEqual([0, 1, 1]);
    expect(counts({ expected: [{ tool: 'x' }] }, [call('x', '{')])).toEqual([1, 0, 0]);
  });

  it('are paired as well as can be, not first come first served', () => {
    const expected = [{ tool: 'x' }, { tool: 'x', args: { a: 1 } }];
    expect(counts({ expected }, [call('x', { a: 1 }), call('x', { a: 2 })])).toEqual([2, 0, 0]);
    expect(
      counts({ expected: expected.toReversed() }, [call('x', { a: 2 }), call('x', { a: 1 })]),
    ).toEqual([2, 0, 0]);
  });

  it.each(['constructor', '__proto__'])('may be called %s', (tool) => {
    expect(counts({ expected: [{ tool, args: {} }] }, callsOf(tool, 'toString'))).toEqual([
      1, 1, 0,
    ]);
  });

  it('none and none are perfect and vacuous; none and some are not', () => {
    expect(reportRuns(NAME, { expected: [] }, [[]])).toMatchObject({
      vacuous: true,
      metrics: {
        'tool_call.precision': 1,
        'tool_call.recall': 1,
        'tool_call.f1': 1,
        'tool_call.f1_mean': 1,
      },
    });
    expect(reportRuns(NAME, { expected: [] }, [callsOf('x')])).toMatchObject({
      vacuous: false,
      metrics: { 'tool_call.precision': 0, 'tool_call.recall': 0, 'tool_call.f1': 0 },
    });
  });
});

describe('count and compare', () => {
  const twice = [call('x', { a: 1 }), call('x', { a: 1 })];
  const expected = [{ tool: 'x', args: { a: 1 } }];

  it('a set reduces equal calls and equal expectations to one', () => {
    expect(counts({ expected }, twice)).toEqual([1, 0, 0]);
    expect(counts({ expected: [...expected, ...expected] }, twice.slice(1))).toEqual([1, 0, 0]);
    expect(counts({ expected: [{ tool: 'x' }, { tool: { tool: 'x' } }] }, twice)).toEqual([
      1, 0, 0,
    ]);
  });

  it('a multiset reduces nothing', () => {
    expect(counts({ expected, count: 'multiset' }, twice)).toEqual([1, 1, 0]);
    expect(counts({ expected: [...expected, ...expected], count: 'multiset' }, twice)).toEqual([
      2, 0, 0,
    ]);
    expect(
      counts({ expected: [...expected, ...expected], count: 'multiset' }, twice.slice(1)),
    ).toEqual([1, 0, 1]);
  });

  it('by name arguments are not compared, and not counted as different calls', () => {
    const other = [call('x', { a: 2 }), call('x', { a: 3 }), call('x', '{')];
    expect(counts({ expected, compare: 'name' }, other)).toEqual([1, 0, 0]);
    expect(counts({ expected, compare: 'name', count: 'multiset' }, other)).toEqual([1, 2, 0]);
    expect(
      counts({ expected: [...expected, { tool: 'x', args: {} }], compare: 'name' }, other),
    ).toEqual([1, 0, 0]);
  });

  it('by name two servers are two calls', () => {
    expect(counts({ expected: [{ tool: 'x' }], compare: 'name' }, callsOf('s.x', 't.x'))).toEqual([
      1, 1, 0,
    ]);
  });
});

describe('metrics', () => {
  it('are ratios of the sums over runs, with the mean of F1 beside them', () => {
    const expected = [{ tool: 'x' }, { tool: 'y' }];
    const report = reportRuns(NAME, { expected }, [callsOf('x', 'y'), callsOf('x', 'p', 'q')]);
    // TP 3, FP 2, FN 1: 3/5, 3/4, 6/9; the runs: 1 and 2/5
    expect(report.tally).toEqual({ tp: 3, fp: 2, fn: 1 });
    expect(report.metrics).toEqual({
      'tool_call.precision': 0.6,
      'tool_call.recall': 0.75,
      'tool_call.f1': 0.6667,
      'tool_call.f1_mean': 0.7,
    });
    expect(report.worst).toEqual({ run: 2, metric: 'tool_call.f1', value: 0.4 });
  });
});

describe('the evidence', () => {
  it('lists the missed and the extra calls, with what differed', () => {
    const expected = [{ tool: 'x', args: { a: 1 } }, { tool: 'y' }];
    const calls = [call('x', { a: 2 }), call('x', { a: 2 }), call('Y'), call('z', '{')];
    const report = reportRuns(NAME, { expected }, [calls]);
    expect(report.missed).toEqual(['x {"a":1}', 'y']);
    expect(report.misses.items).toEqual([
      {
        run: 1,
        expected: 'x {"a":1}',
        hint: 'call 1 has the tool, but $.a differs: expected 1, got 2',
      },
      { run: 1, expected: 'y' },
    ]);
    expect(report.calls).toEqual([
      {
        run: 1,
        call: 1,
        tool: 'x',
        verdict: 'mismatch',
        arguments: '{"a":2}',
        hint: '$.a differs: expected 1, got 2',
      },
      { run: 1, call: 2, tool: 'x', verdict: 'repeat', arguments: '{"a":2}' },
      {
        run: 1,
        call: 3,
        tool: 'Y',
        verdict: 'unexpected',
        hint: 'looks like y, but the case differs',
      },
      { run: 1, call: 4, tool: 'z', verdict: 'unexpected', arguments: '{' },
    ]);
    expect(report.unexpected).toEqual(['x', 'Y', 'z']);
    expect(report.callsTotal).toEqual({ mismatch: 1, repeat: 1, unexpected: 2 });
  });

  it('lists a call that fits what another call has met already as extra, since it counts as one', () => {
    const report = reportRuns(NAME, { expected: [{ tool: 'x' }] }, [
      [call('x', { a: 1 }), call('x', { a: 2 })],
    ]);
    expect(report.tally).toEqual({ tp: 1, fp: 1, fn: 0 });
    expect(report.unexpected).toEqual(['x']);
    expect(report.calls[1]).toMatchObject({
      verdict: 'unexpected',
      hint: 'every expectation that it fits is met by another call',
    });
  });

  it('cuts arguments that are long', () => {
    const report = reportRuns(NAME, { expected: [] }, [[call('x', { a: 'y'.repeat(1000) })]]);
    expect(report.calls[0]?.arguments).toBe(`{"a":"${'y'.repeat(391)}...`);
  });
});

const tool = fc.constantFrom('s.x', 't.x', 'x', 'y');
const args = fc.constantFrom({}, { a: 1 }, { a: 2 }, { a: '1' }, { a: 'A' }, { a: 'a' });
const calls = fc.array(
  fc.tuple(tool, fc.option(args, { nil: undefined })).map(([name, options]) => call(name, options)),
  { maxLength: 7 },
);
const expectedCall: fc.Arbitrary<ExpectedCall> = fc.oneof(
  fc.record({ tool: fc.oneof(tool, fc.constant({ tool: 'x' })) }),
  fc.record({ tool, args }),
);
const expected = fc.array(expectedCall, { maxLength: 6 });

function distinctBy<T>(list: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(list.map((item) => [key(item), item])).values()];
}

describe('whatever is expected and called', () => {
  it.each(['set', 'multiset'] as const)('TP is the size of a maximum matching (%s)', (count) => {
    fc.assert(
      fc.property(expected, calls, (all, made) => {
        const expected =
          count === 'multiset'
            ? all
            : distinctBy(
                all,
                (item) =>
                  `${patternKey(item.tool)} ${item.args === undefined ? '' : canonicalJson(item.args)}`,
              );
        const distinct =
          count === 'multiset'
            ? made
            : distinctBy(made, (item) => `${formatTool(item)} ${canonicalJson(argumentsOf(item))}`);
        const edges = expected.map((item) =>
          distinct.flatMap((each, i) =>
            new ToolIndex([[item.tool]]).match(each).length > 0 &&
            (item.args === undefined || equalJson(item.args, argumentsOf(each)))
              ? [i]
              : [],
          ),
        );
        const tp = largestMatching(edges);
        expect(counts({ expected: all, count }, made)).toEqual([
          tp,
          distinct.length - tp,
          expected.length - tp,
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  const relaxed = fc.constantFrom(
    {},
    { case_insensitive: true },
    { numeric_strings: true },
    { ignore: ['$.a'] },
    { defaults: { a: 1 } },
  );
  const marked: fc.Arbitrary<ExpectedCall> = fc.oneof(
    expectedCall,
    fc.record({
      tool,
      args: fc.constantFrom(
        { a: { $type: 'string' } },
        { a: { $matches: 'a' } },
        { a: { $any_of: [1, 'A'] } },
        { a: { $optional: 2 } },
      ),
    }),
  );
  const regex = (pattern: string) => (text: string) => text === pattern;

  it('order and duplicates do not matter, relaxed and marked ones included', () => {
    fc.assert(
      fc.property(fc.array(marked, { maxLength: 5 }), calls, relaxed, (all, made, options) => {
        const tally = (expected: readonly ExpectedCall[], list: readonly ToolCall[]): object =>
          scoreRun(NAME, { expected: expected, ...options }, list, { regex }).tally;
        const once = tally(all, made);
        expect(tally(all.toReversed(), made.toReversed())).toEqual(once);
        expect(tally([...all, ...all], [...made, ...made.toReversed()])).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('calling exactly what is expected is perfect under any relaxation', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tool: fc.constantFrom('x', 'y'), args })),
        relaxed,
        (all, options) => {
          const made = all.map((item) => call(item.tool, item.args));
          expect(scoreRun(NAME, { expected: all, ...options }, made).perfect).toBe(true);
        },
      ),
    );
  });
});
