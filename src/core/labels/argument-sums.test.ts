import { expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import type { JsonObject } from '../json/json.ts';
import { call, traceOf } from '../fixtures/calls.ts';
import { judgePerArgument } from './judge-per-argument.ts';
import { LabelSums } from './label-sums.ts';

function sumsOf(
  cases: readonly (readonly [label: JsonObject, args: JsonObject | string])[],
): LabelSums {
  const sums = new LabelSums({ ignore: ['$.trace_id'] }, {});
  cases.forEach(([expected_args, args], order) => {
    const calls = [call('get_order', args)];
    sums.add(order, { expected_tool: 'get_order', expected_args }, calls, traceOf(calls));
  });
  return sums;
}

const CASES = [
  [
    { id: 1, limit: { $optional: 5 } },
    { id: 1, trace_id: 'x' },
  ],
  [
    { id: 2, limit: { $near: { value: 10, within: 1 } } },
    { id: '2', limit: 11 },
  ],
  [{ id: 3 }, { order: 3 }],
  [{ id: 4 }, { id: 5, 'a strange key': 1 }],
  [{ id: 6 }, '{"id": '],
] as const;

it('counts by tool and argument what is equal, left out, of another type, another value, too much', () => {
  expect(sumsOf(CASES).perArgument).toEqual([
    {
      tool: 'get_order',
      argument: 'id',
      missing: 2,
      otherType: 1,
      otherValue: 1,
      match: {
        k: 1,
        n: 5,
        rate: 0.2,
        interval: [0.0362, 0.6245],
      },
      unexpected: 0,
    },
    {
      tool: 'get_order',
      argument: '(other)',
      missing: 0,
      otherType: 0,
      otherValue: 0,
      match: {
        k: 0,
        n: 0,
        rate: null,
        interval: null,
      },
      unexpected: 1,
    },
    {
      tool: 'get_order',
      argument: 'order',
      missing: 0,
      otherType: 0,
      otherValue: 0,
      match: {
        k: 0,
        n: 0,
        rate: null,
        interval: null,
      },
      unexpected: 1,
    },
    {
      tool: 'get_order',
      argument: 'limit',
      missing: 0,
      otherType: 0,
      otherValue: 0,
      match: {
        k: 2,
        n: 2,
        rate: 1,
        interval: [0.3423, 1],
      },
      unexpected: 0,
    },
  ]);
});

it('does not know what is redacted', () => {
  const [id] = sumsOf([[{ id: 'A-1' }, { id: '[secret-1]' }]]).perArgument;
  expect(id).toMatchObject({ match: { n: 0 }, unknown: 1 });
  const gate = { metric: 'per_argument.match', op: '>=', value: decimalOf(0.5) } as const;
  const rest = { certify: false, source: 'suite' } as const;
  const [judged] = judgePerArgument({ ...gate, ...rest }, [id!], 0);
  expect(judged).toMatchObject({ pass: false, outcome: 'error', tool: 'get_order id' });
});

it('is gated argument by argument, with the support that the gate asks for', () => {
  const gate = { metric: 'per_argument.match', op: '>=', value: decimalOf(0.5) } as const;
  const rest = { certify: false, source: 'suite', minSupport: 2 } as const;
  const judged = judgePerArgument({ ...gate, ...rest }, sumsOf(CASES).perArgument, 0);
  expect(judged.map(({ tool, pass, observed }) => [tool, pass, observed])).toEqual([
    ['get_order id', false, 0.2],
    ['get_order limit', true, 1],
  ]);
  const [none] = judgePerArgument({ ...gate, ...rest }, [], 0);
  expect(none).toMatchObject({ outcome: 'error', note: 'no argument was labelled 2 times' });
});
