// whichtool's scorers as a program calls them. Each takes the cases and answers a function that scores the i-th: does it pass?
import { compileScorer, parseTrace } from '../dist/index.js';
import { toolOf } from './cases.mjs';

const traceOf = ({ calls }) => parseTrace({ tool_calls: calls }).trace;
const expectationOf = ({ expected }) =>
  expected.map((call) => ({ tool: toolOf(call), args: call.arguments }));

/** One expectation for all traces. */
function sharedExpectation(name, optionsOf) {
  return (cases) => {
    const scorer = compileScorer(name, optionsOf(cases[0]));
    const traces = cases.map(traceOf);
    return (i) => scorer.score(traces[i].calls, traces[i]).perfect;
  };
}

/** An expectation per trace, made ready before: what `compileScorer` is for. */
function readyExpectations(name, options) {
  return (cases) => {
    const traces = cases.map(traceOf);
    const scorers = cases.map((one) =>
      compileScorer(name, { ...options, expected: expectationOf(one) }),
    );
    return (i) => scorers[i].score(traces[i].calls, traces[i]).perfect;
  };
}

/** An expectation per trace, made ready each time: what rows cost that each expect something else, and how the peers' functions are called. */
function freshExpectations(name, options) {
  return (cases) => {
    const traces = cases.map(traceOf);
    const given = cases.map((one) => ({ ...options, expected: expectationOf(one) }));
    return (i) => compileScorer(name, given[i]).score(traces[i].calls, traces[i]).perfect;
  };
}

export const contenders = {
  classes: sharedExpectation('equal_function_sets', ({ classes }) => ({ classes })),
  'strict, ready': readyExpectations('tool_call_accuracy', { order: 'strict' }),
  'strict, fresh': freshExpectations('tool_call_accuracy', { order: 'strict' }),
  'flexible, ready': readyExpectations('tool_call_accuracy', { order: 'flexible' }),
  'flexible, fresh': freshExpectations('tool_call_accuracy', { order: 'flexible' }),
  'any order, ready': readyExpectations('trajectory', { match: 'any_order' }),
  'any order, fresh': freshExpectations('trajectory', { match: 'any_order' }),
  'unordered, ready': readyExpectations('trajectory', { match: 'unordered' }),
  'unordered, fresh': freshExpectations('trajectory', { match: 'unordered' }),
  'names, ready': readyExpectations('tool_call_f1', { compare: 'name' }),
  'names, fresh': freshExpectations('tool_call_f1', { compare: 'name' }),
};
