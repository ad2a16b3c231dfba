import { describe, expect, it } from 'vitest';
import { callsOf, traceOf } from '../fixtures/calls.ts';
import { UserError } from '../issues/issue.ts';
import { compileScorer, scoreTrace, scoreTraces } from './score-trace.ts';

const EXPECTED = {
  equal_function_sets: {
    classes: [
      { name: 'search', members: ['brave.web_search', 'google.search'] },
      { name: 'fetch', members: ['http.get'] },
    ],
  },
};

const NATIVE = {
  tool_calls: [
    { name: 'search', server: 'google', arguments: '{"q":1}' },
    { name: 'exec', server: 'shell' },
  ],
};

describe('scoring from a program', () => {
  it('takes a trace as it is written or as a reader gives it', () => {
    const [written] = scoreTrace(NATIVE, EXPECTED);
    const [read] = scoreTrace(traceOf(callsOf('google.search', 'shell.exec')), EXPECTED);
    expect(written).toEqual(read);
    expect(written).toMatchObject({ missed: ['fetch'], unexpected: ['shell.exec'] });
    expect(written?.metrics['tool_selection.f1']).toBe(50);
  });

  it('gives one score per expectation, in the order of reports', () => {
    const scores = scoreTrace(NATIVE, {
      no_tools: true,
      call_checks: {},
      trajectory: { expected: [{ tool: 'google.search', args: { q: 1 } }], match: 'in_order' },
      ...EXPECTED,
    });
    expect(scores.map(({ scorer }) => scorer)).toEqual([
      'equal_function_sets',
      'trajectory',
      'no_tools',
      'call_checks',
    ]);
    expect(scores[1]?.metrics['trajectory.match']).toBe(1);
    expect(scoreTrace(NATIVE, {})).toEqual([]);
  });

  it('applies unwrap, aliases, neutral and the rest first', () => {
    const [score] = scoreTrace(
      { tool_calls: [{ name: 'think' }, { name: 'old', arguments: { a: 1 } }] },
      {
        neutral: ['think'],
        aliases: [{ from: 'old', to: 'new' }],
        function_call_coverage: { function_calls: ['new'] },
      },
    );
    expect(score?.calls).toEqual([{ run: 1, call: 2, tool: 'new', verdict: 'hit' }]);
  });

  it('sums several runs', () => {
    const good = {
      tool_calls: [
        { name: 'web_search', server: 'brave' },
        { name: 'get', server: 'http' },
      ],
    };
    const [score] = scoreTraces([good, NATIVE], EXPECTED);
    expect(score?.tally).toEqual({ tp: 3, fp: 1, fn: 1 });
    expect(score?.worst).toMatchObject({ run: 2, value: 50 });
  });

  it('refuses what is not a trace, with every fault', () => {
    const broken = { tool_calls: [{ name: '' }, { name: 7 as unknown as string }] };
    expect(() => scoreTrace(broken, EXPECTED)).toThrow(UserError);
    try {
      scoreTrace(broken, EXPECTED);
    } catch (error) {
      expect((error as UserError).issues).toHaveLength(2);
    }
  });

  it('refuses a scorer that it does not know: no score would be no complaint', () => {
    const misspelt = { usag: {} } as object;
    expect(() => scoreTrace({ tool_calls: [] }, misspelt)).toThrow(
      'there is no scorer "usag"; did you mean "usage"?',
    );
  });

  it('gives no score to a run that crashed: it did not "call nothing"', () => {
    const crashed = { tool_calls: [], error: 'out of memory' };
    expect(() => scoreTrace(crashed, { no_tools: true })).toThrow(
      'the run ended with an error: out of memory',
    );
  });
});

it('a compiled scorer scores again and again', () => {
  const compiled = compileScorer('equal_function_sets', EXPECTED.equal_function_sets);
  const calls = callsOf('http.get');
  expect(compiled.score(calls, traceOf(calls)).tally).toMatchObject({ tp: 1, fp: 0, fn: 1 });
  expect(() => compileScorer('nonsense' as 'forbidden', { tools: [] })).toThrow(
    'there is no scorer "nonsense"',
  );
});
