import * as fc from 'fast-check';
import { UserError } from '#core';
import { describe, expect, it } from 'vitest';
import { compileScorer, evaluate, scoreTrace, scoreTraces } from './index.ts';

const TRACE = { tool_calls: [{ name: 'get' }] };

/** Calls a function as a program without types would. */
function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('wrong options', () => {
  it.each<[string, unknown]>([
    [
      'expectations.equal_function_sets.classes takes an array or an object, not a string',
      { equal_function_sets: { classes: 'search' } },
    ],
    [
      'expectations.equal_function_sets.classes.0 needs members',
      { equal_function_sets: { classes: [{ name: 'search' }] } },
    ],
    [
      'expectations.equal_function_sets.classes.0.members.0 takes a string or an object, not a number',
      { equal_function_sets: { classes: [{ name: 'search', members: [7] }] } },
    ],
    [
      'expectations.function_call_coverage takes an object, not null',
      { function_call_coverage: null },
    ],
    [
      'expectations.function_call_coverage.function_calls takes an array, not a number',
      { function_call_coverage: { function_calls: 7 } },
    ],
    [
      'expectations.tool_call_f1.expected.0 takes an object, not null',
      { tool_call_f1: { expected: [null] } },
    ],
    [
      'expectations.trajectory.match is one of exact, in_order, any_order, unordered, subset',
      { trajectory: { expected: [], match: 'fuzzy' } },
    ],
    ['expectations has an unknown key "usag"; did you mean "usage"?', { usag: {} }],
    ['expectations takes an object, not null', null],
  ])('%s', (message, expectations) => {
    expect(messageOf(() => scoreTrace(TRACE, expectations as never))).toBe(message);
  });

  it('take classes as a map of names to tools', () => {
    const options = { classes: { s: ['x'], other: ['never'] } };
    const [score] = scoreTrace({ tool_calls: [{ name: 'x' }] }, { equal_function_sets: options });
    expect(score?.tally).toMatchObject({ tp: 1, fp: 0, fn: 1 });
  });

  it('of traces are named as well', () => {
    expect(messageOf(() => scoreTraces(7 as never, {}))).toBe('traces takes an array of traces');
    expect(messageOf(() => scoreTrace(null as never, { usage: {} }))).toBe(
      'a trace must be an object',
    );
    expect(messageOf(() => compileScorer('nonsense' as never, {} as never))).toBe(
      'scorer has an unknown key "nonsense"',
    );
  });

  it.each<[string, unknown]>([
    ['evaluation takes an object, not null', null],
    ['evaluation needs dataset\nevaluation needs scorers', {}],
    ['evaluation.dataset takes an iterable of rows', { dataset: 7, scorers: [] }],
    ['evaluation.agent takes a function', { dataset: [], agent: 7, scorers: [] }],
    ['evaluation.scorers takes an array, not a string', { dataset: [], scorers: 'x' }],
    ['evaluation.scorers.0 takes an object, not null', { dataset: [], scorers: [null] }],
    [
      'evaluation.scorers.0.options.function_calls takes an array, not a string',
      {
        dataset: [],
        scorers: [{ type: 'function_call_coverage', options: { function_calls: 'get' } }],
      },
    ],
    [
      'no scorer of this evaluation has the metric "f1"',
      { dataset: [], scorers: [{ type: 'usage', options: {} }], expect: { f1: { '>=': 1 } } },
    ],
    [
      'evaluation.expect.cost takes an object, not a number',
      { dataset: [], scorers: [{ type: 'usage', options: {} }], expect: { cost: 1 } },
    ],
  ])('of an evaluation: %s', async (message, evaluation) => {
    const failure = await evaluate(evaluation as never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect((failure as UserError).message).toBe(message);
  });

  it('never end in anything but a UserError', () => {
    const name = fc.constantFrom(
      'equal_function_sets',
      'function_call_coverage',
      'tool_call_f1',
      'trajectory',
      'tool_name_match',
      'failure_modes',
      'forbidden',
      'no_tools',
      'call_checks',
      'neutral',
      'aliases',
      'unwrap',
    );
    const key = fc.constantFrom(
      'classes',
      'function_calls',
      'expected',
      'label',
      'tools',
      'name',
      'members',
      'tool',
      'args',
      'expected_tool',
      'from',
      'to',
      '$matches',
      '$any_of',
      'catalog',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 7, '', 'get', true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 3 }), (expectations) => {
        messageOf(() => scoreTrace(TRACE, expectations as never));
      }),
      { numRuns: 2000 },
    );
  });
});
