import { expect, it } from 'vitest';
import { roundUp } from './round-up.ts';
import { MeanSums } from './mean-sums.ts';
import { proposeClasses } from './propose-classes.ts';
import { findExpectedUse } from './expected-use.ts';
import { TraceSurvey } from './trace-survey.ts';
import { toTrace } from '../evaluation/score-trace.ts';

interface Call {
  readonly name: string;
  readonly server?: string;
  readonly arguments?: string;
  readonly status?: 'ok' | 'error';
}

function survey(
  runs: readonly (readonly Call[])[],
  tools?: readonly { readonly name: string; readonly server?: string }[],
): TraceSurvey {
  const sums = new TraceSurvey({});
  for (const tool_calls of runs) {
    const trace = toTrace({ tool_calls, ...(tools === undefined ? {} : { tools }) });
    sums.add(trace, trace.calls);
  }
  return sums;
}

it.each([
  [0, '0'],
  [7.4, '7.4'],
  [7.041, '7.05'],
  [664 * 1.1, '731'],
  [59_612, '59700'],
  [0.000_312_4, '0.000313'],
  [1, '1'],
  [100 * 1.1, '110'],
  [999.5, '1000'],
])('rounds %s up to three digits', (amount, text) => {
  expect(roundUp(amount)).toBe(text);
});

it('has a t interval of a mean from ten runs on', () => {
  const sums = new MeanSums();
  for (const amount of [1, 2, 3, 4, 5, 6, 7, 8, 9]) sums.add(amount);
  expect(sums.mean).toBe(5);
  expect(sums.interval).toBeNull();
  sums.add(5);
  // Variance 60 / 9, t(0.975, 9) = 2.262157.
  const half = 2.262_157 * Math.sqrt(60 / 9 / 10);
  expect(sums.interval?.[0]).toBeCloseTo(5 - half, 4);
  expect(sums.interval?.[1]).toBeCloseTo(5 + half, 4);
});

it('counts runs, not calls, that have a fault', () => {
  const sums = survey([
    [
      { name: 'a', arguments: '{' },
      { name: 'a', arguments: '[' },
    ],
    [{ name: 'a' }, { name: 'b' }],
  ]);
  expect(sums.faultyRuns('unparsed_args')).toBe(1);
  expect(sums.faultyRuns('failed')).toBe(0);
  expect(sums.tools).toEqual([
    { server: null, name: 'a', calls: 3, runs: 2, isHallucinated: false },
    { server: null, name: 'b', calls: 1, runs: 1, isHallucinated: false },
  ]);
});

it('is the same whichever way runs are split', () => {
  const runs = [[{ name: 'a' }], [{ name: 'a' }, { name: 'b', status: 'error' as const }], []];
  const whole = survey(runs);
  const parts = survey(runs.slice(0, 1));
  parts.merge(survey(runs.slice(1)));
  expect(parts.tools).toEqual(whole.tools);
  expect([parts.runs, parts.calls]).toEqual([whole.runs, whole.calls]);
  expect(parts.faultyRuns('failed')).toBe(whole.faultyRuns('failed'));
  expect(parts.amounts.calls.mean).toBe(whole.amounts.calls.mean);
});

it('gives no class to a tool that its runs were not offered', () => {
  const sums = survey([[{ name: 'search' }, { name: 'serach' }]], [{ name: 'search' }]);
  expect(proposeClasses(sums).map(({ name }) => name)).toEqual(['search']);
});

it('puts tools that probably do the same job into one class, and names the others after themselves', () => {
  const tools = ['brave', 'tavily'].map((server) => ({
    server,
    name: 'web_search',
    description: 'Search the web for pages that match a query.',
    input_schema: { type: 'object', properties: { query: { type: 'string' } } },
  }));
  const calls = [
    { name: 'web_search', server: 'brave' },
    { name: 'get', server: 'a' },
    { name: 'get', server: 'b' },
  ];
  const sums = survey(
    [calls],
    [...tools, { name: 'get', server: 'a' }, { name: 'get', server: 'b' }],
  );
  const classes = proposeClasses(sums);
  expect(classes.find(({ evidence }) => evidence !== null)?.members).toHaveLength(2);
  expect(classes.filter(({ evidence }) => evidence === null).map(({ name }) => name)).toEqual([
    'a.get',
    'b.get',
  ]);
});

it('takes a tool of three of four runs for usual', () => {
  const sums = survey([
    [{ name: 'a' }, { name: 'b' }],
    [{ name: 'a' }, { name: 'b' }],
    [{ name: 'a' }],
    [],
  ]);
  const use = findExpectedUse(sums, proposeClasses(sums));
  expect(use.classes).toEqual(['a', 'b']);
  expect(use.usual).toEqual([{ server: null, name: 'a' }]);
});
