import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Accumulator, metricsOf } from './accumulator.ts';
import { compileCallRules, NO_CALL_RULES } from '../calls/call-rules.ts';
import { call, callsOf, prepared, reportRuns, sumRuns, traceOf } from '../fixtures/calls.ts';
import { metricValue } from '../metrics/metric.ts';
import { equalFunctionSets } from '../scorers/equal-function-sets/equal-function-sets.ts';
import { functionCallCoverage } from '../scorers/function-call-coverage/function-call-coverage.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import { SCORERS } from '../scorers/index.ts';
import { toolCallF1 } from '../scorers/tool-call-f1/tool-call-f1.ts';

const OPTIONS = {
  classes: [
    { name: 'c', members: ['a', 's.b'] },
    { name: 'd', members: ['b'] },
    { name: '__proto__', members: ['constructor'] },
  ],
  dependencies: [['c', 'd']],
  function_calls: ['a', 'b', 's.b'],
  expected: [{ tool: 'a', args: { n: 1 } }, { tool: 'b' }, { tool: 's.b', args: {} }],
  label: { expected_calls: [{ tool: ['a', 's.b'], args: { n: 1 } }, { tool: 'b' }] },
  tools: ['a', 'constructor'],
  rubric: 'is kind',
};

const oneCall = fc
  .tuple(
    fc.constantFrom('a', 'b', 's.a', 's.b', 't.b', 'x', 'constructor', '__proto__'),
    fc.constantFrom(undefined, {}, { n: 1 }, { n: 2 }, '{'),
    fc.constantFrom(null, 'ok', 'error' as const),
  )
  .map(([tool, args, status]) => call(tool, args, { status }));
const runs = fc.array(fc.array(oneCall, { maxLength: 5 }), { maxLength: 14 });
const withArrival = runs.chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc.shuffledSubarray(
      all.map((_, i) => i),
      { minLength: all.length },
    ),
  ),
);

describe.each(SCORERS.map(({ name }) => name))('sums of %s', (name) => {
  it('are the same bytes in any order of arrival', () => {
    fc.assert(
      fc.property(withArrival, ([all, arrival]) => {
        const inOrder = sumRuns(name, OPTIONS, all);
        const shuffled = sumRuns(name, OPTIONS, all, arrival);
        const text = (sum: Accumulator): string =>
          JSON.stringify([sum.report('k', (run) => ({ run })), sum.remarks]);
        expect(text(shuffled)).toBe(text(inOrder));
      }),
    );
  });

  it('are the sums of the tallies of the runs', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const { tally } = reportRuns(name, OPTIONS, all);
        const single = all.map((item) => reportRuns(name, OPTIONS, [item]).tally);
        for (const key of Object.keys(tally)) {
          expect(tally[key]).toBe(single.reduce((sum, item) => sum + item[key]!, 0));
        }
      }),
    );
  });
});

it('runs with different expectations sum to the same bytes in any order of arrival', () => {
  const lists = fc.array(fc.subarray(['a', 'b', 'c', 'd', 'a.b']), { maxLength: 10 });
  fc.assert(
    fc.property(
      lists.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(
            all.map((_, i) => i),
            { minLength: all.length },
          ),
        ),
      ),
      ([all, arrival]) => {
        const text = (order: readonly number[]): string => {
          const coverage = new Accumulator(functionCallCoverage);
          const classes = new Accumulator(equalFunctionSets);
          for (const i of order) {
            const calls = callsOf('s.a', 'b', 'x');
            const names = all[i]!;
            const ready = prepared(calls);
            coverage.add(
              i,
              functionCallCoverage.compile({ function_calls: names }, {}),
              ready,
              traceOf(calls),
            );
            const declared = names.map((name) => ({ name: `class ${name}`, members: [name] }));
            classes.add(
              i,
              equalFunctionSets.compile({ classes: declared }, {}),
              ready,
              traceOf(calls),
            );
          }
          return JSON.stringify(
            [coverage, classes].map((sum) => sum.report(null, (run) => ({ case: `${run}` }))),
          );
        };
        expect(text(arrival)).toBe(text(all.map((_, i) => i)));
      },
    ),
  );
});

describe('the evidence of many runs', () => {
  it('is the first hundred of each verdict and all of the counts', () => {
    const many = Array.from({ length: 150 }, (_, i) => callsOf('a', `x${i}`));
    const options = {
      classes: [
        { name: 'c', members: ['a'] },
        { name: 'd', members: ['b'] },
      ],
    };
    const report = reportRuns(
      'equal_function_sets',
      options,
      many,
      many.map((_, i) => (i * 7) % 150),
    );
    expect(report.callsTotal).toEqual({ hit: 150, unexpected: 150 });
    expect(report.calls).toHaveLength(200);
    expect(
      report.calls.filter(({ verdict }) => verdict === 'unexpected').map(({ tool }) => tool),
    ).toEqual(Array.from({ length: 100 }, (_, i) => `x${i}`));
    expect(report.unexpected).toEqual(Array.from({ length: 100 }, (_, i) => `x${i}`));
    expect(report.misses.total).toBe(150);
    expect(report.misses.items.map((miss) => 'run' in miss && miss.run)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(report.missed).toEqual(['d']);
  });

  it('explains no more calls than it shows, in one long run too', () => {
    let explained = 0;
    const compiled = toolCallF1.compile({ expected: [{ tool: 'x', args: {} }] }, {});
    const counting: CompiledScorer = {
      scorer: compiled.scorer,
      slots: compiled.slots,
      score: (calls, trace) => compiled.score(calls, trace),
      reach: (calls, score, trace) => compiled.reach(calls, score, trace),
      explainCall: (): string => {
        explained++;
        return '';
      },
    };
    const calls = Array.from({ length: 5000 }, (_, i) => call('y', { i }));
    const sum = new Accumulator(toolCallF1);
    sum.add(0, counting, prepared(calls), traceOf(calls));
    expect(explained).toBe(100);
    expect(sum.report(null, () => ({ run: 1 })).callsTotal).toEqual({ unexpected: 5000 });
  });
});

describe('a report', () => {
  const run = callsOf('a', 'x');

  it('gives each call its place in the trace, neutral ones counted', () => {
    const rules = compileCallRules({ ...NO_CALL_RULES, neutral: ['think'] });
    const calls = callsOf('think', 'a', 'think', 'x');
    const sum = new Accumulator(equalFunctionSets);
    sum.add(
      0,
      equalFunctionSets.compile({ classes: [{ name: 'c', members: ['a'] }] }, {}),
      rules(calls),
      traceOf(calls),
    );
    const report = sum.report(null, () => ({ run: 1 }));
    expect(report.calls.map(({ call: place, tool }) => [place, tool])).toEqual([
      [2, 'a'],
      [4, 'x'],
    ]);
    expect(report.tally).toEqual({ tp: 1, fp: 1, fn: 0 });
  });

  it('prefixes every id with the key, and labels runs as told', () => {
    const sum = sumRuns('trajectory', { expected: [{ tool: 'a' }] }, [run, run]);
    const report = sum.report('strict', (order) => ({ case: `row ${order}` }));
    expect(report.key).toBe('strict');
    expect(Object.keys(report.metrics)).toEqual(['strict.trajectory.match']);
    expect(Object.keys(report.units)).toEqual(['strict.trajectory.match']);
    expect(Object.keys(report.intervals)).toEqual(['strict.trajectory.match']);
    expect(report.calls[0]).toMatchObject({ case: 'row 0', call: 1 });
  });

  it('names the worst run by the key too', () => {
    const sum = sumRuns('tool_call_f1', { expected: [{ tool: 'a' }] }, [
      callsOf('a'),
      callsOf('x'),
    ]);
    expect(sum.report('k', (order) => ({ run: order })).worst).toEqual({
      run: 1,
      metric: 'k.tool_call.f1',
      value: 0,
    });
  });

  it('has its keys in the order in which they are written', () => {
    expect(Object.keys(reportRuns('equal_function_sets', OPTIONS, [run]))).toEqual([
      'scorer',
      'key',
      'tally',
      'metrics',
      'classes',
      'calls',
      'missed',
      'unexpected',
      'vacuous',
      'judged',
      'callsTotal',
      'misses',
      'intervals',
      'worst',
      'vacuousRuns',
      'purpose',
      'displayName',
      'units',
    ]);
    expect(reportRuns('trajectory', OPTIONS, [run])).not.toHaveProperty('classes');
  });

  it('leaves the prototype of objects alone, whatever tools and classes are called', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '__proto__.x',
    ];
    const options = { classes: names.map((name) => ({ name, members: [name] })) };
    const report = reportRuns('equal_function_sets', options, [
      names.map((name) => call({ server: '__proto__', name })),
    ]);
    expect(report.tally).toEqual({ tp: 6, fp: 0, fn: 0 });
    expect(report.classes?.map(({ name }) => name)).toEqual(names);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('metrics by id', () => {
  const value = metricValue('ratio', 1, 2);

  it('leave out what does not apply', () => {
    const values = [value, value, value, value, value, undefined];
    const figures = values.map((value) => ({ value: value, gap: null }));
    expect([...metricsOf(equalFunctionSets, figures).keys()]).toEqual([
      'tool_selection.precision',
      'tool_selection.recall',
      'tool_selection.f1',
      'tool_selection.f1_mean',
      'tool_selection.repeats',
    ]);
  });

  it('are all null where nothing was measured', () => {
    const metrics = metricsOf(toolCallF1, []);
    expect([...metrics.values()]).toEqual([null, null, null, null]);
  });
});
