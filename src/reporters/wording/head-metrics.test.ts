import { expect, it } from 'vitest';
import { SCORERS } from '#core';
import { HEAD_METRICS } from './head-metrics.ts';

it('names the gated metric of each scorer, otherwise its first share, otherwise its first', () => {
  const derived = SCORERS.map(({ name, defaultGates: [gate], metrics }) => {
    const share = metrics.find(({ proportion }) => proportion) ?? metrics[0];
    return [name, gate?.metric ?? share?.id];
  });
  expect(HEAD_METRICS).toEqual(Object.fromEntries(derived));
});
