import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gcd } from '../../statistics/gcd.ts';
import type { ExpectedCall } from '../../calls/expectation.ts';
import { permutations } from '../../fixtures/brute-force.ts';
import { call, callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import type { JsonObject } from '../../json/json.ts';
import { ToolIndex } from '../../tools/tool-pattern.ts';
import { argumentsOf, type ToolCall } from '../../trace/trace.ts';

const NAME = 'tool_call_accuracy';

function fraction(options: object, calls: readonly ToolCall[]): string {
  const { num, den } = scoreRun(NAME, options, calls).sample!;
  return `${num}/${den}`;
}

describe('strict order', () => {
  const expected = [
    { tool: 's', args: { q: 'python', limit: 10 } },
    { tool: 'f', args: { t: 'recent' } },
  ];

  it('is the mean over expected calls of the share of equal arguments', () => {
    const calls = [call('s', { q: 'python', limit: 5 }), call('f', { t: 'recent' })];
    expect(fraction({ expected }, calls)).toBe('3/4');
    expect(fraction({ expected }, [calls[0]!, call('f', { t: 'old' })])).toBe('1/4');
  });

  it('is 0 when the sequence of tools differs', () => {
    const right = [call('s', { q: 'python', limit: 10 }), call('f', { t: 'recent' })];
    expect(fraction({ expected }, right)).toBe('1/1');
    expect(fraction({ expected }, right.toReversed())).toBe('0/1');
    expect(fraction({ expected }, right.slice(0, 1))).toBe('0/1');
    expect(fraction({ expected }, [...right, call('f', { t: 'recent' })])).toBe('0/1');
  });

  it('asks for no arguments with {}, and for nothing without args', () => {
    expect(fraction({ expected: [{ tool: 'x', args: {} }] }, callsOf('x'))).toBe('1/1');
    expect(fraction({ expected: [{ tool: 'x', args: {} }] }, [call('x', { a: 1 })])).toBe('0/1');
    expect(fraction({ expected: [{ tool: 'x' }] }, [call('x', '{')])).toBe('1/1');
    expect(fraction({ expected: [{ tool: 'x', args: { a: 1 } }] }, [call('x', '{')])).toBe('0/1');
  });

  it('both empty is 1 and vacuous, one empty 0', () => {
    for (const order of ['strict', 'flexible']) {
      expect(reportRuns(NAME, { expected: [], order }, [[]])).toMatchObject({
        vacuous: true,
        metrics: { 'tool_call.accuracy': 1 },
      });
      expect(fraction({ expected: [], order }, callsOf('x'))).toBe('0/1');
      expect(fraction({ expected: [{ tool: 'x' }], order }, [])).toBe('0/1');
    }
  });
});

describe('flexible order', () => {
  it('takes the pairing with the greatest total, not the first that fits', () => {
    const expected = [
      { tool: 'a', args: { x: 1, y: 1 } },
      { tool: 'a', args: { x: 1, y: 1, z: 1 } },
    ];
    const calls = [call('a', { x: 1, y: 1, z: 1 }), call('a', { x: 1 })];
    expect(fraction({ expected, order: 'strict' }, calls)).toBe('2/3');
    expect(fraction({ expected, order: 'flexible' }, calls)).toBe('3/4');
  });

  it('is 0 when the multisets of tools differ', () => {
    const expected = [{ tool: 'a' }, { tool: 'a' }, { tool: 'b' }];
    expect(fraction({ expected, order: 'flexible' }, callsOf('b', 'a', 'a'))).toBe('1/1');
    expect(fraction({ expected, order: 'flexible' }, callsOf('a', 'b', 'b'))).toBe('0/1');
  });

  it('finds a pairing of tools where a greedy one fails', () => {
    const expected = [{ tool: 'x' }, { tool: 's.x' }];
    expect(fraction({ expected, order: 'flexible' }, callsOf('s.x', 't.x'))).toBe('1/1');
  });
});

describe('over runs', () => {
  const expected = [{ tool: 'x', args: { a: 1, b: 1, c: 1 } }];
  const runs = [[call('x', { a: 1 })], [call('x', { a: 1, b: 1, c: 1 })], callsOf('y')];

  it('is the mean as an exact fraction', () => {
    // (1/3 + 1 + 0) / 3 = 4/9
    const report = reportRuns(NAME, { expected }, runs);
    expect(report.metrics).toEqual({ 'tool_call.accuracy': 0.4444 });
    expect(report.tally).toEqual({ perfect: 1 });
    expect(report.worst).toEqual({ run: 3, metric: 'tool_call.accuracy', value: 0 });
  });

  it('no run is nothing measured', () => {
    expect(reportRuns(NAME, { expected }, []).metrics).toEqual({ 'tool_call.accuracy': null });
  });
});

describe('the evidence', () => {
  it('says which argument was wrong', () => {
    const expected = [{ tool: 'x', args: { a: 1 } }, { tool: 'y' }];
    const report = reportRuns(NAME, { expected }, [[call('x', { a: 2 }), call('y')]]);
    expect(report.misses.items).toEqual([
      {
        run: 1,
        expected: 'x {"a":1}',
        hint: 'call 1 has the tool, but $.a differs: expected 1, got 2',
      },
    ]);
    expect(report.calls.map(({ verdict }) => verdict)).toEqual(['mismatch', 'hit']);
  });

  it('compares each call with the expectation at its own place', () => {
    const expected = [
      { tool: 'x', args: { a: 1 } },
      { tool: 'x', args: { a: 2 } },
    ];
    const report = reportRuns(NAME, { expected }, [[call('x', { a: 1 }), call('x', { a: 3 })]]);
    expect(report.calls[1]?.hint).toBe('$.a differs: expected 2, got 3');
  });

  it('says that the tools differ where they do', () => {
    const report = reportRuns(NAME, { expected: [{ tool: 'x', args: {} }] }, [callsOf('x', 'y')]);
    expect(report.misses.items.at(-1)).toEqual({
      run: 1,
      expected: 'the tools differ: expected x; called x, y',
    });
    const none = reportRuns(NAME, { expected: [] }, [callsOf('y')]);
    expect(none.misses.items).toEqual([
      { run: 1, expected: 'the tools differ: expected none; called y' },
    ]);
  });
});

const tool = fc.constantFrom('x', 's.x', 't.x', 'y');
const args = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2), { maxKeys: 3 });
const pair = fc.integer({ min: 0, max: 5 }).chain((n) =>
  fc.record({
    expected: fc.array(fc.oneof(fc.record({ tool }), fc.record({ tool, args })), {
      minLength: n,
      maxLength: n,
    }),
    calls: fc.array(
      fc.tuple(tool, args).map(([name, options]) => call(name, options)),
      { minLength: n, maxLength: n },
    ),
  }),
);

/** metrics.md 6: the share of one expected call, as [equal, of]; null when the tool is another one. */
function shareOf(call: ExpectedCall, made: ToolCall): readonly [bigint, bigint] | null {
  if (new ToolIndex([[call.tool]]).match(made).length === 0) return null;
  const options: JsonObject = argumentsOf(made)!;
  if (call.args === undefined) return [1n, 1n];
  const keys = Object.keys(call.args);
  if (keys.length === 0) return [Object.keys(options).length === 0 ? 1n : 0n, 1n];
  return [
    BigInt(keys.filter((key) => options[key] === call.args?.[key]).length),
    BigInt(keys.length),
  ];
}

function meanOf(
  expected: readonly ExpectedCall[],
  calls: readonly ToolCall[],
): readonly [bigint, bigint] | null {
  let [num, den] = [0n, 1n];
  for (const [i, item] of expected.entries()) {
    const share = shareOf(item, calls[i]!);
    if (share === null) return null;
    [num, den] = [num * share[1] + share[0] * den, den * share[1]];
  }
  return expected.length === 0 ? [1n, 1n] : [num, den * BigInt(expected.length)];
}

function reduced([num, den]: readonly [bigint, bigint]): string {
  const divisor = gcd(num, den);
  return `${num / divisor}/${den / divisor}`;
}

describe('whatever is expected and called', () => {
  it('strict is the mean by position', () => {
    fc.assert(
      fc.property(pair, ({ expected, calls }) => {
        expect(fraction({ expected }, calls)).toBe(reduced(meanOf(expected, calls) ?? [0n, 1n]));
      }),
      { numRuns: 1000 },
    );
  });

  it('flexible is the best mean over all orders', () => {
    fc.assert(
      fc.property(pair, ({ expected, calls }) => {
        let best: readonly [bigint, bigint] = [0n, 1n];
        for (const order of permutations(calls.length)) {
          const mean = meanOf(
            expected,
            order.map((i) => calls[i]!),
          );
          if (mean !== null && mean[0] * best[1] > best[0] * mean[1]) best = mean;
        }
        expect(fraction({ expected, order: 'flexible' }, calls)).toBe(reduced(best));
      }),
      { numRuns: 1000 },
    );
  });

  it('flexible does not depend on the order of either list', () => {
    fc.assert(
      fc.property(pair, ({ expected, calls }) => {
        const options = { order: 'flexible' };
        expect(fraction({ ...options, expected: expected.toReversed() }, calls.toReversed())).toBe(
          fraction({ ...options, expected }, calls),
        );
      }),
    );
  });
});
