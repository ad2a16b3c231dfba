import { describe, expect, it } from 'vitest';
import type { RegressionRule } from '#core';
import { settleRule } from '#run';
import { parseRegression } from './regression-flags.ts';
import { completeRegressionRule } from './shared-options.ts';

describe('--fail-on-regression', () => {
  it.each<[string, 'recorded' | 'live', RegressionRule]>([
    ['default', 'recorded', 'any'],
    ['default', 'live', 'significant'],
    ['any', 'live', 'any'],
    ['significant', 'recorded', 'significant'],
  ])('%s over %s runs is %s', (failOnRegression, source, rule) => {
    const asked = parseRegression({ failOnRegression, margin: '2%' });
    expect(settleRule(asked, source)).toEqual({ rule, margin: { num: 2n, den: 100n } });
  });

  it('asks for nothing where it is not given', () => {
    expect(settleRule(parseRegression({}), 'live')).toBeNull();
  });

  it.each([
    [['--fail-on-regression'], ['--fail-on-regression=default']],
    [
      ['--fail-on-regression', 'suite.yaml'],
      ['--fail-on-regression=default', 'suite.yaml'],
    ],
    [
      ['--fail-on-regression', 'any'],
      ['--fail-on-regression', 'any'],
    ],
    [['--fail-on-regression=significant'], ['--fail-on-regression=significant']],
  ])('takes no suite for its rule: %j', (options, expected) => {
    expect(completeRegressionRule(options)).toEqual(expected);
  });
});
