import { describe, expect, it } from 'vitest';
import type { Assignments } from '#dataset';
import { samplingOf } from './ratings-of-sample.ts';

const dealt = (ids: string): Assignments => ({
  schemaVersion: 1,
  reviewers: ['ann'],
  overlap: 0,
  batch: 50,
  cases: ids.split('').map((id) => ({ case: id, reviewers: ['ann'], batch: 1 })),
});
const cases = (all: string, rated: string) =>
  all.split('').map((id) => ({ id, rating: rated.includes(id) ? (1 as const) : null }));

describe('whether the rated cases are a random part', () => {
  it.each([
    ['all are rated', 'abcd', 'abcd', null, true, /every case/],
    ['the first of the seeded order', 'abcd', 'db', 'dbac', true, /first of a seeded order/],
    ['cases without a question do not count', 'abcd', 'db', 'dxbyac', true, /first of/],
    ['one before the last was left out', 'abcd', 'da', 'dbac', false, /^1 cases before the last/],
    ['nobody dealt them', 'abcd', 'ab', null, false, /not dealt/],
    ['some were not dealt', 'abcd', 'db', 'dba', false, /not assigned/],
  ])('%s', (_, all, rated, order, isRandomPart, reason) => {
    const sampling = samplingOf(cases(all, rated), order === null ? null : dealt(order));
    expect(sampling.isRandomPart).toBe(isRandomPart);
    expect(sampling.reason).toMatch(reason);
  });
});
