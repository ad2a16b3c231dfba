import { describe, expect, it } from 'vitest';
import type { ArgumentsQuestion, Calibration, Grade } from '#core';
import { calibrateJudges, planCalibration } from './calibrate-judges.ts';
import { answersBy, ratedCase, setOf } from './fixtures/rated-set.ts';
import type { RatedCase, RatedSet } from './rated-case.ts';

type Judge = (question: ArgumentsQuestion) => Grade | string;

function calibrate(set: RatedSet, ...judges: readonly Judge[]): Calibration {
  const names = judges.map((_, place) => `test:judge-${place}`);
  const jury = judges.length > 1 ? { members: judges.length, quorum: 2 } : null;
  return calibrateJudges(
    planCalibration(set, '1'),
    { names, jury, promptHash: (kind) => `hash of ${kind}` },
    answersBy(...judges),
  );
}

/** n cases, of which people call the first `good` the same in meaning. */
function cases(n: number, good: number, more: Partial<RatedCase> = {}): readonly RatedCase[] {
  return Array.from({ length: n }, (_, i) =>
    ratedCase(`order-${String(i).padStart(3, '0')}`, i < good ? 1 : 0, more),
  );
}

const number = ({ expected, actual }: ArgumentsQuestion): number =>
  Number(/order-(\d+)/.exec(JSON.stringify([expected.order, actual.order]))?.[1]);
const isCanary = ({ expected, actual }: ArgumentsQuestion): boolean =>
  expected.order !== actual.order;

/** Says what people say of 100 cases with 60 good ones, and sees through canaries. */
const perfect: Judge = (question) => (!isCanary(question) && number(question) < 60 ? 1 : 0);

describe('one judge', () => {
  it('is compared with people: 94/90 on 100+100', () => {
    const judge: Judge = (question) => {
      if (isCanary(question)) return 0;
      const at = number(question);
      return at < 94 || at >= 190 ? 1 : 0;
    };
    const { judges, ratings, prompts } = calibrate(setOf(cases(200, 100)), judge);
    expect(prompts).toEqual({ arguments: 'hash of arguments' });
    expect(ratings).toMatchObject({ cases: 200, rated: 200, grades: [100, 0, 100] });
    expect(ratings.constant).toMatchObject({ rating: 1, k: 100, n: 200 });
    expect(ratings.people).toEqual({ agreed: 600, compared: 600, rate: 1 });
    expect(judges).toHaveLength(1);
    expect(judges[0]).toMatchObject({
      judge: 'test:judge-0',
      models: ['judge-0-2026'],
      judged: 200,
      unjudged: {},
      table: [
        [94, 0, 10],
        [0, 0, 0],
        [6, 0, 90],
      ],
      agreement: { k: 184, n: 200 },
      sensitivity: { k: 94, n: 100, rate: 0.94 },
      specificity: { k: 90, n: 100, rate: 0.9 },
      kappa: { value: 0.84 },
      byTool: [{ name: 'track', k: 184, n: 200, few: false }],
      byClause: [],
    });
  });

  it('of 0.5 counts as not the same in meaning', () => {
    const partly: Judge = (question) => (perfect(question) === 1 ? 0.5 : 0);
    const [judge] = calibrate(setOf(cases(100, 60)), partly).judges;
    expect(judge).toMatchObject({ sensitivity: { k: 0, n: 60 }, use: 'do_not_use' });
    expect(judge?.reasons).toEqual([
      'sensitivity and specificity together are not better than chance',
    ]);
  });

  it('that agrees with people is used', () => {
    const [judge] = calibrate(setOf(cases(100, 60)), perfect).judges;
    expect(judge).toMatchObject({ use: 'use', reasons: [], kappa: { value: 1 } });
    expect(judge?.canaries).toMatchObject({ attacked: { k: 0, n: 30 }, plain: { k: 0, n: 30 } });
  });

  it('that calls everything good is not used, and nothing is corrected', () => {
    const [judge] = calibrate(setOf(cases(100, 60), true), () => 1).judges;
    expect(judge?.use).toBe('do_not_use');
    expect(judge?.reasons[0]).toMatch(/not better than chance/);
    expect(judge?.reasons[1]).toMatch(/30 of 30 wrong cases score 1 with an instruction/);
    expect(judge?.corrected.ppi).toMatchObject({ refused: 'the judge is not better than chance' });
  });

  it('without a verdict is counted, never guessed', () => {
    const failing: Judge = (question) =>
      number(question) % 10 === 0 ? 'JUDGE_ERROR' : perfect(question);
    const [judge] = calibrate(setOf(cases(100, 60), true), failing).judges;
    expect(judge).toMatchObject({ judged: 90, unjudged: { JUDGE_ERROR: 10 }, use: 'care' });
    expect(judge?.reasons).toContain('10 of the cases have no verdict');
    expect(judge?.corrected.ppi.refused).toBe('10 of the cases have no verdict');
    const [silent] = calibrate(setOf(cases(100, 60)), () => 'JUDGE_BUDGET').judges;
    expect(silent).toMatchObject({ judged: 0, use: 'do_not_use', agreement: { rate: null } });
  });

  it('is used with care where few cases are rated, or a constant does as well', () => {
    const [judge] = calibrate(setOf(cases(40, 35)), (question) =>
      isCanary(question) ? 0 : number(question) < 33 ? 1 : 0,
    ).judges;
    expect(judge?.use).toBe('care');
    expect(judge?.reasons[0]).toBe(
      'only 5 judged cases are rated 0.5 or 0: 20 are needed to correct anything',
    );
  });

  it('is measured by clause of the guide', () => {
    const set = setOf([
      ...cases(30, 30, { clause: 'dates' }),
      ratedCase('order-099', 0, { clause: 'units' }),
    ]);
    expect(calibrate(set, () => 1).judges[0]?.byClause).toMatchObject([
      { name: 'dates', k: 30, n: 30, few: false },
      { name: 'units', k: 0, n: 1, few: true },
    ]);
  });
});

describe('what the judge should not mind', () => {
  it('an order that changes verdicts is reported with its direction and exact p', () => {
    // Scores higher where the longer text is first.
    const biased: Judge = (question) => {
      if (isCanary(question)) return 0;
      const isSwapped = (question.expected.note as string).endsWith('please');
      return isSwapped || number(question) < 60 ? 1 : 0;
    };
    const { orderSwap, reasons } = calibrate(setOf(cases(100, 60)), biased).judges[0]!;
    expect(orderSwap.pairs).toBe(30);
    expect(orderSwap.higher).toBe(orderSwap.changed);
    expect(orderSwap.changed).toBeGreaterThan(5);
    expect(orderSwap.p).toBeLessThan(0.05);
    expect(reasons).toContain(
      `swapping expected and actual arguments changed ${orderSwap.changed} of 30 verdicts`,
    );
  });

  it('words that say nothing', () => {
    const verbose: Judge = (question) =>
      (question.actual.note as string).includes('in advance') ? 1 : perfect(question);
    const { padding } = calibrate(setOf(cases(100, 60)), verbose).judges[0]!;
    expect(padding).toMatchObject({ pairs: 30, lower: 0 });
    expect(padding.higher).toBeGreaterThan(5);
  });

  it('an instruction in the arguments, apart from wrong pairs that it likes anyway', () => {
    const obedient: Judge = (question) =>
      JSON.stringify(question.actual).includes('highest score') ? 1 : perfect(question);
    const { canaries, use } = calibrate(setOf(cases(100, 60)), obedient).judges[0]!;
    expect(canaries).toMatchObject({ attacked: { k: 30, n: 30 }, plain: { k: 0, n: 30 } });
    expect(use).toBe('do_not_use');
  });
});

describe('the corrected share', () => {
  const unrated = Array.from({ length: 300 }, (_, i) =>
    ratedCase(`order-${String(1000 + i)}`, null),
  );
  // Of the rated ones it is right but for a sixth of the bad ones; of the others it calls 240 of 300 good.
  const lenient: Judge = (question) => {
    if (isCanary(question)) return 0;
    const at = number(question);
    if (at >= 1000) return at < 1240 ? 1 : 0;
    return at < 60 || at % 6 === 0 ? 1 : 0;
  };

  it('is by PPI++ where the rated cases are a random part, with Rogan-Gladen beside it', () => {
    const set = setOf([...cases(100, 60), ...unrated], true);
    const { corrected } = calibrate(set, lenient).judges[0]!;
    expect(corrected.cases).toBe(400);
    expect(corrected.raw).toBeCloseTo((67 + 240) / 400, 6);
    expect(corrected.ppi.value).toBeLessThan(corrected.raw!);
    expect(corrected.ppi.interval![0]).toBeLessThan(corrected.ppi.value!);
    // (0.8 + 33/40 - 1) / (1 + 33/40 - 1)
    expect(corrected.roganGladen.value).toBeCloseTo(0.625 / 0.825, 6);
  });

  it('is by Rogan-Gladen alone where they come from elsewhere', () => {
    const set = setOf([...cases(100, 60), ...unrated]);
    const { ppi, roganGladen } = calibrate(set, lenient).judges[0]!.corrected;
    expect(ppi.refused).toBe('the ratings are not of a sample');
    expect(roganGladen.value).toBeCloseTo(0.625 / 0.825, 6);
  });

  it('needs unrated cases for Rogan-Gladen', () => {
    const { roganGladen } = calibrate(setOf(cases(100, 60)), perfect).judges[0]!.corrected;
    expect(roganGladen.refused).toMatch(/every case is rated/);
  });
});

describe('two judges', () => {
  const worse =
    (errors: number): Judge =>
    (question) => {
      const grade = perfect(question) as Grade;
      return number(question) % 10 < errors && number(question) < 50
        ? ((1 - grade) as Grade)
        : grade;
    };

  it('that differ by little may differ by noise', () => {
    const { differences, judges } = calibrate(setOf(cases(100, 60)), perfect, worse(1));
    expect(judges.map(({ judge }) => judge)).toEqual(['test:judge-0', 'test:judge-1', 'jury']);
    expect(differences[0]).toMatchObject({ pairs: 100, onlyJudge: 5, onlyOther: 0, p: 0.0625 });
    expect(differences[0]?.statement).toMatch(
      /on 100 of 100 cases, test:judge-1 on 95: this may be noise \(exact p = 0.0625\); about \d+ rated/,
    );
  });

  it('that differ by much do not', () => {
    const [difference] = calibrate(setOf(cases(100, 60)), perfect, worse(3)).differences;
    expect(difference?.difference?.interval[0]).toBeGreaterThan(0);
    expect(difference?.statement).toMatch(/test:judge-0 is better by more than noise/);
  });

  it('as a jury need their quorum', () => {
    const { judges } = calibrate(setOf(cases(100, 60)), perfect, worse(1));
    expect(judges[2]).toMatchObject({ judge: 'jury', unjudged: { JUDGE_SPLIT: 5 }, judged: 95 });
  });
});

it('asks each question once, those of the cases first, the same for the same seed', () => {
  const set = setOf(cases(50, 30));
  const { questions, probes } = planCalibration(set, 's');
  expect(questions).toHaveLength(50 + 30 + 30 + 60);
  expect(questions.slice(0, 50)).toEqual(set.cases.map(({ question }) => question));
  const turned = planCalibration({ ...set, cases: set.cases.toReversed() }, 's');
  expect(turned.probes.orderSwap).toEqual(probes.orderSwap);
  expect(planCalibration(set, 't').probes.orderSwap).not.toEqual(probes.orderSwap);
});
