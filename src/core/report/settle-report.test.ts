import { describe, expect, it } from 'vitest';
import { verdictOf } from './settle-report.ts';

type ScoreOf = Parameters<typeof verdictOf>[0]['scores'];

/** A judged scorer with so many questions that got no verdict. */
const scoresOf = (open: number, purpose: 'score' | 'qa' = 'score'): NonNullable<ScoreOf> => [
  { judged: true, purpose, tally: { judged: 2, judge_errors: open, needs_judge: 0 } },
];

describe('the verdict of a part without gates', () => {
  const base = { gates: [], runs: 3, errors: 0 };

  it.each([
    ['no judge was asked', { ...base, scores: scoresOf(1) }, 'pass'],
    ['all was judged', { ...base, scores: scoresOf(0), judge: { errors: {} } }, 'pass'],
    ['something was not', { ...base, scores: scoresOf(1), judge: { errors: { E: 1 } } }, 'error'],
    [
      'something was not that is only shown',
      { ...base, scores: scoresOf(1, 'qa'), judge: { errors: { E: 1 } } },
      'pass',
    ],
  ])('where %s', (_, settled, verdict) => {
    expect(verdictOf(settled)).toBe(verdict);
  });

  it('is never better than a gate that fails', () => {
    const failed = { ...base, gates: [{ outcome: 'fail' as const }] };
    const judge = { errors: { E: 1 } };
    expect(verdictOf({ ...failed, scores: scoresOf(1), judge })).toBe('fail');
  });
});
