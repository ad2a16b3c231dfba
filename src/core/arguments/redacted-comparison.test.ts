import { describe, expect, it } from 'vitest';
import { Accumulator } from '../measure/accumulator.ts';
import { call, traceOf } from '../fixtures/calls.ts';
import { compileScorer, scoreTrace } from '../evaluation/score-trace.ts';
import type { ScorerName, ScorerOptions } from '../scorers/index.ts';
import { allHold } from '../scoring/reach.ts';
import { isPerfect, scoreRun } from '../scoring/score-run.ts';

const login = (args: Record<string, unknown>): { name: string; arguments: never } => ({
  name: 'login',
  arguments: args as never,
});

function metricsOf<Name extends ScorerName>(
  name: Name,
  options: ScorerOptions[Name],
  ...args: readonly Record<string, unknown>[]
): Readonly<Record<string, number | null>> {
  const [score] = scoreTrace({ tool_calls: args.map(login) }, { [name]: options });
  return score?.metrics ?? {};
}

const expected = [{ tool: 'login', args: { user: 'ann', password: 'p' } }];
const LABEL = { label: { expected_tool: 'login', expected_args: { user: 'ann', password: 'p' } } };

describe('a comparison that touches a placeholder', () => {
  it.each(['[secret-1]', 'Bearer [secret-2]!', '[redacted]', '[email-1]'])(
    'is not measured: %s',
    (password) => {
      const args = { user: 'ann', password };
      expect(metricsOf('tool_call_f1', { expected }, args)['tool_call.f1']).toBeNull();
      expect(metricsOf('trajectory', { expected }, args)['trajectory.match']).toBeNull();
      expect(metricsOf('tool_call_accuracy', { expected }, args)['tool_call.accuracy']).toBeNull();
      expect(metricsOf('tool_args_match', LABEL, args).tool_args_match).toBeNull();
      expect(metricsOf('tool_args_shape_match', LABEL, args).tool_args_shape_match).toBeNull();
      expect(metricsOf('tool_args_semantic', LABEL, args).tool_args_semantic).toBeNull();
      const modes = metricsOf('failure_modes', LABEL, args);
      expect(modes['failure_modes.wrong_args_value']).toBeNull();
      expect(modes['failure_modes.wrong_args_shape']).toBeNull();
      expect(modes.wrong_tool_rate).toBeNull();
      expect(modes['failure_modes.wrong_tool']).toBe(0);
    },
  );

  it('is measured where another difference decides', () => {
    const args = { user: 'bob', password: '[secret-1]' };
    expect(metricsOf('tool_call_f1', { expected }, args)['tool_call.f1']).toBe(0);
    expect(metricsOf('trajectory', { expected }, args)['trajectory.match']).toBe(0);
    expect(metricsOf('tool_args_match', LABEL, args).tool_args_match).toBe(0);
    // One of two keys differs, and the other one is not known.
    expect(metricsOf('tool_call_accuracy', { expected }, args)['tool_call.accuracy']).toBeNull();
  });

  it('is measured where the value is ignored, or nothing is compared', () => {
    const args = { user: 'ann', password: '[secret-1]' };
    const ignored = { expected, ignore: ['$.password'] };
    expect(metricsOf('tool_call_f1', ignored, args)['tool_call.f1']).toBe(1);
    const named = { expected, compare: 'name' as const };
    expect(metricsOf('tool_call_f1', named, args)['tool_call.f1']).toBe(1);
    expect(metricsOf('trajectory', { expected, arguments: 'ignore' }, args)).toEqual({
      'trajectory.match': 1,
    });
  });

  it('is not measured where the expectation has the placeholder, equal or not', () => {
    const redacted = [{ tool: 'login', args: { password: '[secret-1]' } }];
    for (const password of ['[secret-1]', 'p', 5])
      expect(metricsOf('tool_call_f1', { expected: redacted }, { password })).toMatchObject({
        'tool_call.f1': null,
      });
  });

  it('is not measured by markers, in lists, and where a key is redacted', () => {
    const marked = (args: unknown): ScorerOptions['tool_call_f1'] => ({
      expected: [{ tool: 'login', args: args as never }],
    });
    const f1 = (options: ScorerOptions['tool_call_f1'], args: Record<string, unknown>): unknown =>
      metricsOf('tool_call_f1', options, args)['tool_call.f1'];
    expect(f1(marked({ n: { $type: 'number' } }), { n: '[card-1]' })).toBeNull();
    expect(f1(marked({ n: { $any_of: [1, 2] } }), { n: '[card-1]' })).toBeNull();
    expect(f1(marked({ n: ['a', 'b'] }), { n: ['a', '[secret-1]'] })).toBeNull();
    expect(f1(marked({ n: ['a', 'b'] }), { n: ['x', '[secret-1]'] })).toBe(0);
    expect(f1(marked({ k: 1 }), { '[secret-1]': 1 })).toBeNull();
    expect(f1(marked({ k: 1, l: 2 }), { '[secret-1]': 1, l: 3 })).toBe(0);
  });

  it('is not an ordinary word in brackets', () => {
    const plain = [{ tool: 'login', args: { q: '[draft-1]' } }];
    expect(metricsOf('tool_call_f1', { expected: plain }, { q: '[draft-1]' })).toMatchObject({
      'tool_call.f1': 1,
    });
  });
});

describe('calls of one run', () => {
  const duplicates = (...args: readonly Record<string, unknown>[]): unknown =>
    metricsOf('call_checks', {}, ...args)['duplicate.calls'];

  it('are compared by numbered placeholders, which are distinct per value', () => {
    expect(duplicates({ p: '[secret-1]' }, { p: '[secret-1]' })).toBe(1);
    expect(duplicates({ p: '[secret-1]' }, { p: '[secret-2]' })).toBe(0);
  });

  it('are not measured by placeholders without a number', () => {
    expect(duplicates({ p: '[redacted]' }, { p: '[redacted]' })).toBeNull();
    expect(duplicates({ p: '[redacted]', q: 1 }, { p: '[redacted]', q: 2 })).toBe(0);
  });
});

describe('a run whose score depends on redacted values', () => {
  const compiled = compileScorer('trajectory', { expected });
  const unknown = [call('login', { user: 'ann', password: '[secret-1]' })];
  const wrong = [call('login', { user: 'bob', password: 'p' })];

  it('is neither perfect nor imperfect', () => {
    const score = scoreRun(compiled, unknown, traceOf(unknown));
    expect(allHold([score].map(isPerfect))).toBeNull();
    const wrongly = scoreRun(compiled, wrong, traceOf(wrong));
    expect(allHold([score, wrongly].map(isPerfect))).toBe(false);
    expect(score.verdicts).toEqual(['redacted']);
  });

  it('leaves the range of a figure known, in any order and split', () => {
    const runs = [unknown, wrong, unknown];
    const sum = (...picked: readonly number[]): Accumulator => {
      const sums = new Accumulator(compiled.scorer);
      for (const i of picked) {
        const calls = runs[i] ?? [];
        sums.add(i, compiled, { calls, places: null, remarks: [], unknown: 0 }, traceOf(calls));
      }
      return sums;
    };
    const whole = sum(0, 1, 2);
    expect(whole.metrics().get('trajectory.match')).toBeNull();
    expect(whole.gaps().get('trajectory.match')).toMatchObject({
      runs: 2,
      low: { num: 0n, den: 3n },
      high: { num: 2n, den: 3n },
    });
    for (const [first, second] of [
      [sum(1), sum(2, 0)],
      [sum(0), sum(1, 2)],
      [sum(2, 1), sum(0)],
    ] as const) {
      first.merge(second.state());
      expect(first.report(null, (run) => ({ run }))).toEqual(
        whole.report(null, (run) => ({ run })),
      );
    }
  });

  it('names the argument', () => {
    const [score] = scoreTrace(
      { tool_calls: [login({ user: 'ann', password: '[secret-1]' })] },
      { trajectory: { expected } },
    );
    expect(score?.calls).toEqual([
      {
        run: 1,
        call: 1,
        tool: 'login',
        verdict: 'redacted',
        arguments: '{"user":"ann","password":"[secret-1]"}',
        hint: '$.password is redacted, so it is not compared',
      },
    ]);
    expect(score?.missed).toEqual([]);
    expect(score?.notMeasured).toEqual({
      'trajectory.match': '1 of 1 run does not record the values of redacted arguments',
    });
  });
});
