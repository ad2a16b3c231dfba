import { expect, it } from 'vitest';
import type { ClassesFold } from './fold.ts';
import { ClassSums } from './class-sums.ts';

const fold = (name: ClassesFold['name']): ClassesFold => ({
  kind: 'classes',
  name,
  prediction: 'found',
  truth: 'solved',
  positive: [1],
  negative: [0],
  id: name === 'f1' ? 'f1' : '',
});

const PAIRS: readonly (readonly [string, unknown])[] = [
  ['1', true],
  ['1', 0],
  ['0', 1],
  ['0', '0'],
];

it('gives the same exact fractions in any order of the rows', () => {
  for (const pairs of [PAIRS, PAIRS.toReversed()]) {
    const sums = new ClassSums(fold('f1'));
    for (const [predicted, truth] of pairs) sums.add(predicted, truth);
    // One hit, one wrong, one missed: 2 of 4.
    expect(sums.metrics([])).toEqual([['f1', { value: { unit: 'ratio', num: 2n, den: 4n } }]]);
  }
});

it('measures nothing where a row has no answer, and says how many have none', () => {
  const sums = new ClassSums(fold('binary_classification'));
  for (const [predicted, truth] of PAIRS) sums.add(predicted, truth);
  sums.add('0.5', 1);
  const why = '1 of 5 rows have neither the positive nor the negative answer in found';
  for (const [, folded] of sums.metrics([])) expect(folded).toEqual({ value: null, why });
});

it('has no precision for a class that a gate names and no row has', () => {
  const sums = new ClassSums(fold('multiclass_classification'));
  sums.add('a', 'a');
  expect(new Map(sums.metrics(['b_precision'])).get('b_precision')).toEqual({
    value: null,
    why: 'no row is predicted as this class',
  });
});
