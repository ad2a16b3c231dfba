import { describe, expect, it } from 'vitest';
import type { Calibration, GoalQuestion, Grade, JudgeAnswer, Question } from '#core';
import { calibrateJudges, planCalibration } from './calibrate-judges.ts';
import { correctionBy } from './correct-by-calibration.ts';
import { ratedCase, setOf } from './fixtures/rated-set.ts';
import type { RatedCase } from './rated-case.ts';

const goalQuestion = (id: number): GoalQuestion => ({
  kind: 'goal',
  run: { input: `Cancel ${id}`, steps: [], output: 'Done.', cut: 0 },
  reference: null,
});
const goalCase = (id: number, rating: Grade | null): RatedCase =>
  ratedCase(`g${id}`, rating, { question: goalQuestion(id), tool: null });

/** A judge that finds these goals achieved, and all arguments the same. */
function calibrate(
  cases: readonly RatedCase[],
  isAchieved: (id: number) => boolean,
  isRandomPart = false,
): Calibration {
  const idOf = ({ run }: GoalQuestion): number =>
    Number(/\d+/.exec(JSON.stringify(run.input))?.[0]);
  const of = (question: Question): readonly JudgeAnswer[] => {
    const verdict =
      question.kind === 'goal'
        ? ({ kind: 'goal', achieved: isAchieved(idOf(question)), reason: '' } as const)
        : ({ kind: 'arguments', score: 1, reason: '' } as const);
    return [{ judge: 'a:b', answeredBy: 'b', verdict, error: null, usage: null }];
  };
  return calibrateJudges(
    planCalibration(setOf(cases, isRandomPart), '1', 0),
    { names: ['a:b'], jury: null, promptHash: (kind) => `asks for ${kind}` },
    { of },
  );
}

/** 94 of 100 good ones and 90 of 100 others are judged as people rate them. */
const RATED = Array.from({ length: 200 }, (_, id) => goalCase(id, id < 100 ? 1 : 0));
const isRight = (id: number): boolean => id < 94 || (id >= 190 && id < 200);
const ASKED = {
  kind: 'goal',
  judge: 'a:b',
  promptHash: 'asks for goal',
  questions: [goalQuestion(1000)],
} as const;

describe('the correction of a judged share', () => {
  it('is that of Rogan and Gladen where other cases were judged (R57)', () => {
    const correct = correctionBy(calibrate(RATED, isRight), ASKED);
    expect(correct(0.8, 500)).toEqual({
      value: 0.833333,
      interval: [0.77, 0.8967],
      error: 0.032311,
      refused: null,
      method: 'rogan_gladen',
    });
  });

  it('takes the rates of its own kind, not those over all kinds', () => {
    const others = Array.from({ length: 200 }, (_, i) => ratedCase(`o${i}`, i < 100 ? 1 : 0));
    const both = calibrate([...RATED, ...others], isRight);
    expect(both.judges[0]?.specificity).toMatchObject({ k: 90, n: 200 });
    expect(correctionBy(both, ASKED)(0.8, 500)).toMatchObject({ value: 0.833333 });
    const judges = both.judges.map((judge) => ({ ...judge, byKind: {} }));
    expect(correctionBy({ ...both, judges }, ASKED)(0.8, 500).refused).toMatch(
      /kinds of questions/,
    );
  });

  it('is PPI++ where the rated cases are a random part of the judged ones', () => {
    // Rated: 40, 30 of them good, of which the judge finds 27, and 2 of the 10 others. Unrated: 160, of which it finds 120.
    const cases = Array.from({ length: 200 }, (_, id) =>
      goalCase(id, id < 30 ? 1 : id < 40 ? 0 : null),
    );
    const isFound = (id: number): boolean =>
      id < 27 || id === 30 || id === 31 || (id >= 40 && id < 160);
    const made = calibrate(cases, isFound, true);
    const questions = cases.map(({ question }) => question);
    const correct = correctionBy(made, { ...ASKED, questions });
    const { ppi } = made.judges[0]!.corrected;
    // 149 of 200. The covariance is 27/40 - 30/40 * 29/40, the variance 149/200 * 51/200, n/N 1/4.
    const lambda = (27 / 40 - (30 / 40) * (29 / 40)) / ((149 / 200) * (51 / 200)) / 1.25;
    const value = 30 / 40 + lambda * (120 / 160 - 29 / 40);
    expect(ppi.value).toBeCloseTo(value, 6);
    expect(correct(149 / 200, 200)).toEqual({ ...ppi, method: 'ppi' });
    expect(correctionBy(made, { ...ASKED, questions: questions.toReversed() })(0.745, 200)).toEqual(
      { ...ppi, method: 'ppi' },
    );
    // Ten cases rated 0 are too few for Rogan-Gladen, which is all that other cases or other weights leave.
    expect(correct(0.75, 200).refused).toMatch(/rated 10 cases not good/);
    const fewer = correctionBy(made, { ...ASKED, questions: questions.slice(1) });
    expect(fewer(149 / 200, 200).refused).toBe(
      'people rated 10 cases not good; a correction needs 20, and PPI++ needs the very questions of the rated sample',
    );
  });

  it.each([
    ['another judge', { judge: 'a:c' }, /another judge, prompt or guide/],
    ['another prompt', { promptHash: 'asks otherwise' }, /another judge, prompt or guide/],
    ['a kind that people did not rate', { kind: 'answer' as const }, /has no rated answers/],
  ])('is refused for %s', (_, more, reason) => {
    const correct = correctionBy(calibrate(RATED, isRight), { ...ASKED, ...more });
    expect(correct(0.8, 500)).toMatchObject({ value: null, method: null });
    expect(correct(0.8, 500).refused).toMatch(reason);
  });

  it('is refused where the calibration says not to use the judge', () => {
    const coin = correctionBy(
      calibrate(RATED, (id) => id % 2 === 0),
      ASKED,
    );
    expect(coin(0.8, 500).refused).toMatch(/not to use the judge: .*not better than chance/);
  });

  it('is refused with 19 cases of a class, and made with 20', () => {
    const first = (n: number): readonly RatedCase[] =>
      Array.from({ length: 60 + n }, (_, id) => goalCase(id, id < 60 ? 1 : 0));
    const isGood = (id: number): boolean => id < 57;
    expect(correctionBy(calibrate(first(19), isGood), ASKED)(0.9, 50).refused).toMatch(/19 cases/);
    expect(correctionBy(calibrate(first(20), isGood), ASKED)(0.9, 50).refused).toBeNull();
  });
});
