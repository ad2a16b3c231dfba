import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { dropFaults } from './drop-faults.ts';
import { suiteSchema } from './suite.ts';

describe('what is left of a faulty suite', () => {
  it('loses what does not fit and keeps the rest at its place', () => {
    const faulty = {
      odd: 1,
      classes: [{ name: 'a', members: ['x', 5, { tool: 'y', servr: 'z' }] }, 7],
      tests: [
        {
          runs: 0,
          expect: [{ m: { '>=': 1 } }, 5],
          equal_function_sets: { classes: 9, repeats: 'no' },
        },
        { name: 'b', function_call_coverage: { function_calls: ['a'], mode: 'odd' } },
      ],
    };
    expect(dropFaults(suiteSchema, faulty)).toEqual({
      classes: [
        { name: 'a', members: ['x', '', { tool: 'y' }] },
        { name: '', members: [] },
      ],
      tests: [
        { name: '', expect: [{ m: { '>=': 1 } }, {}], equal_function_sets: { classes: [] } },
        { name: 'b', function_call_coverage: { function_calls: ['a'] } },
      ],
    });
  });

  it('is the value itself where nothing is wrong', () => {
    const fine = { tests: [{ name: 'a' }] };
    expect(dropFaults(suiteSchema, fine)).toBe(fine);
  });

  it('has the shape that was asked for, whatever it was given', () => {
    for (const value of [
      5,
      null,
      [],
      { tests: {} },
      { tests: [[]] },
      { scorers: [{}], servers: 1, agents: [] },
    ]) {
      const rest = dropFaults(suiteSchema, value);
      const left = check(suiteSchema, rest).map(({ problem }) => problem);
      expect(left.filter((problem) => problem !== 'value')).toEqual([]);
    }
  });
});
