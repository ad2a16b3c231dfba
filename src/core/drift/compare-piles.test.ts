import { describe, expect, it } from 'vitest';
import type { NativeTrace } from '../trace/native-trace.ts';
import { comparePiles, type DriftComparison } from './compare-piles.ts';
import type { RateId, ToolDrift } from './drift-report.ts';
import { pileOf, runs } from './fixtures/piles.ts';

const ANY = { num: 0n, den: 1n };

function compare(before: readonly NativeTrace[], after: readonly NativeTrace[]): DriftComparison {
  return comparePiles(pileOf(before, 'a.jsonl'), pileOf(after, 'b.jsonl'), ANY);
}

function toolIn({ tools }: DriftComparison, name: string): ToolDrift {
  return tools.find(({ tool }) => tool === name)!;
}

describe('tools of two piles', () => {
  // `get` is called by 48 of 80 runs before and by 56 of 70 after.
  const compared = compare(
    [...runs(48, 'get'), ...runs(32, 'list')],
    [...runs(56, 'get'), ...runs(14, 'list', 'list')],
  );

  it('are compared by the runs that call them, with the interval of Newcombe', () => {
    expect(toolIn(compared, 'get')).toMatchObject({
      presence: 'both',
      before: { k: 48, n: 80 },
      after: { k: 56, n: 70 },
      difference: 0.2,
      interval: [0.0524, 0.3339],
      p: 0.012522,
      holm: 0.025043,
      bh: 0.012522,
      isSignificant: true,
      where: { before: 'a.jsonl:1', after: 'b.jsonl:1' },
    });
  });

  it('are compared by their part of all calls, which says less where runs have several', () => {
    const { calls } = toolIn(compared, 'get');
    expect(calls).toMatchObject({ before: { k: 48, n: 80 }, after: { k: 56, n: 84 } });
    expect(calls.difference).toBe(0.0667);
    const [low, high] = calls.interval!;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0.15);
  });

  it('that only one pile calls are new or gone, and have a place', () => {
    const { tools } = compare(runs(30, 'old'), [...runs(29, 'old'), ...runs(1, 'new')]);
    expect(tools.map(({ tool, presence, where }) => [tool, presence, where])).toEqual([
      ['new', 'new', { before: null, after: 'b.jsonl:30' }],
      ['old', 'both', { before: 'a.jsonl:1', after: 'b.jsonl:1' }],
    ]);
    expect(toolIn(compare(runs(3, 'old'), runs(3, 'x')), 'old').presence).toBe('gone');
  });

  it('are one tool where one pile does not record the server', () => {
    const served = Array.from({ length: 5 }, () => ({
      tool_calls: [{ name: 'get', server: 's' }],
    }));
    const { tools } = compare(runs(5, 'get'), served);
    expect(tools).toMatchObject([{ tool: 's.get', presence: 'both', difference: 0 }]);
    const two = [...served, { tool_calls: [{ name: 'get', server: 't' }] }];
    expect(compare(runs(5, 'get'), two).tools.map(({ tool }) => tool)).toEqual([
      'get',
      's.get',
      't.get',
    ]);
  });

  it('that are offered no longer, or were never, are distinguished', () => {
    const offer = (names: string[], called: string): NativeTrace => ({
      tools: names.map((name) => ({ name })),
      tool_calls: [{ name: called }],
    });
    const before = Array.from({ length: 9 }, () => offer(['get', 'list'], 'get'));
    const after = Array.from({ length: 9 }, () => offer(['list'], 'fetch'));
    const compared = compare(before, after);
    expect(toolIn(compared, 'get').offered).toEqual({ before: 9, after: 0 });
    expect(toolIn(compared, 'fetch').hallucinated).toEqual({ before: 0, after: 9 });
    const unknown = compare(before, runs(9, 'get'));
    expect(toolIn(unknown, 'get').offered).toEqual({ before: 9, after: null });
  });

  it('change only where it is at least the least change', () => {
    const [item, other] = [pileOf([...runs(500, 'a'), ...runs(500)]), pileOf(runs(1000, 'a'))];
    const half = { num: 1n, den: 2n };
    const more = { num: 51n, den: 100n };
    expect(comparePiles(item, other, half).tools[0]).toMatchObject({ hasChanged: true });
    expect(comparePiles(item, other, more).tools[0]).toMatchObject({
      isSignificant: true,
      hasChanged: false,
    });
  });

  it('cannot change by more than chance where runs are too few', () => {
    expect(compare(runs(3, 'a'), runs(3, 'b')).rules).toMatchObject({ tests: 2, canDiffer: false });
    expect(compare(runs(5, 'a'), runs(5, 'b')).rules).toMatchObject({ canDiffer: true });
  });
});

describe('rates of two piles', () => {
  function rate(before: NativeTrace[], after: NativeTrace[], id: RateId): object {
    return compare(before, after).rates.find((rate) => rate.id === id)!;
  }
  const call = (more: object = {}): NativeTrace => ({ tool_calls: [{ name: 'a', ...more }] });

  it('count runs, of those that record what is needed', () => {
    const before = [call({ status: 'ok' }), call({ status: 'error' }), call(), ...runs(2)];
    const after = [call({ status: 'error' })];
    expect(rate(before, after, 'failed')).toMatchObject({
      change: { before: { k: 1, n: 2 }, after: { k: 1, n: 1 }, difference: 0.5 },
      lacking: { before: 1, after: 0 },
      where: { before: 'a.jsonl:2', after: 'b.jsonl:1' },
    });
    expect(rate(before, after, 'without_calls')).toMatchObject({
      change: { before: { k: 2, n: 5 }, after: { k: 0, n: 1 }, difference: -0.4 },
    });
  });

  it('are not measured where one pile does not record them, and never 0', () => {
    expect(rate([call({ status: 'ok' })], [call()], 'failed')).toMatchObject({
      change: null,
      lacking: { before: 0, after: 1 },
    });
    expect(rate([call()], [call()], 'hallucinated')).toMatchObject({ change: null });
  });
});

describe('means of two piles', () => {
  const cost = (amount: number): NativeTrace => ({ tool_calls: [], usage: { cost: amount } });

  it('have a difference, a factor and the interval of Welch', () => {
    // Variances of the means are 0.0889 and 0.1632, so there are 27 degrees of freedom: t = 2.0518.
    const before = [1, 1, 1, 1, 2, 2, 3, 3, 3, 3].map((n) => runs(1, ...Array(n).fill('a'))[0]!);
    const after = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 5].map(
      (n) => runs(1, ...Array(n).fill('a'))[0]!,
    );
    const calls = compare(before, after).means.find(({ id }) => id === 'calls')!;
    expect(calls).toMatchObject({
      before: { mean: 2, runs: 10 },
      after: { mean: 3, runs: 20 },
      difference: 1,
      factor: 1.5,
    });
    expect(calls.interval).toEqual([-0.030106, 2.030106]);
    expect(calls.hasChanged).toBe(false);
  });

  it('are exact for money, and not measured where a pile does not record it', () => {
    const { means } = compare([cost(0.1), cost(0.2)], [cost(0.3)]);
    expect(means.find(({ id }) => id === 'cost')).toMatchObject({
      before: { mean: 0.15, runs: 2 },
      after: { mean: 0.3, runs: 1 },
      difference: 0.15,
      factor: 2,
      interval: null,
      hasChanged: null,
    });
    expect(compare([cost(0.1)], runs(2)).means.find(({ id }) => id === 'cost')).toMatchObject({
      after: null,
      difference: null,
      factor: null,
      lacking: { before: 0, after: 2 },
    });
  });
});
