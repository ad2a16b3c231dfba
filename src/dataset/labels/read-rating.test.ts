import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer.ts';

const PARTS = { hasScore: true, statements: ['s1', 'not2'] };
const rate = (row: Parameters<typeof readAnswer>[0], parts: typeof PARTS | null = PARTS): unknown =>
  readAnswer(row, 'rate-answer', parts);

describe('the rating of an answer', () => {
  it.each([
    ['all parts good', '1', 'yes', 'no', 1],
    ['what must not be true is', '1', 'yes', 'yes', 0.5],
    ['the rubric in part', '0.5', 'yes', 'no', 0.5],
    ['nothing good', '0', 'no', 'yes', 0],
  ])('follows from its parts: %s', (_, score, s1, not2, rating) => {
    const answer = {
      rating,
      score: Number(score),
      met: { s1: s1 === 'yes', not2: not2 === 'yes' },
    };
    expect(rate({ score, met_s1: s1, met_not2: not2 })).toEqual(answer);
    // As the page saves it.
    expect(rate({ score: answer.score, met: answer.met })).toEqual(answer);
    // As it is stored, and read again.
    expect(rate({ ...answer, clause: 'tone' })).toEqual({ ...answer, clause: 'tone' });
  });

  it.each([
    [{ score: '1', met_s1: 'yes' }, 'not rated: statement not2'],
    [{ met: { s1: true, not2: false } }, 'not rated: score'],
    [{ score: 2, met: { s1: true, not2: false } }, 'a score is 1, 0.5 or 0'],
    [{ score: 1, met_s1: 'maybe', met_not2: 'no' }, 'statement s1 is met or not: write yes or no'],
    [
      { rating: 1, score: 1, met: { s1: false, not2: false } },
      'a rating of 1 contradicts its parts, which are 0.5 together',
    ],
    [
      { score: 1, met: { s1: true, not2: false, s3: true } },
      's3 is not a part of the rubric: export the sheet again',
    ],
    [{ rating: '0.7' }, 'a rating is 1, 0.5 or 0'],
  ])('is refused where parts are open or wrong: %j', (row, message) => {
    expect(rate(row)).toBe(message);
  });

  it('may be given as a whole, as a third person decides', () => {
    expect(rate({ rating: '0.5', clause: 'tone' })).toEqual({ rating: 0.5, clause: 'tone' });
    expect(rate({ rating: '', score: '', met_s1: '' })).toBeNull();
    expect(rate({ rating: 1 }, null)).toEqual({ rating: 1 });
  });

  it('of statements alone needs no score', () => {
    const parts = { hasScore: false, statements: ['s1'] };
    expect(rate({ met_s1: 'no', score: '' }, parts)).toEqual({ rating: 0, met: { s1: false } });
    expect(rate({ met_s1: 'no', score: 1 }, parts)).toMatch(/^score is not a part of the rubric/);
  });
});

it('a goal is achieved or not', () => {
  expect(readAnswer({ rating: '1' }, 'rate-goal')).toEqual({ rating: 1 });
  expect(readAnswer({ rating: 0.5 }, 'rate-goal')).toBe('a goal is achieved (1) or not (0)');
  expect(readAnswer({ rating: 'yes' }, 'rate-goal')).toBe('a goal is achieved (1) or not (0)');
});
