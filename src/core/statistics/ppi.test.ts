import { describe, expect, it } from 'vitest';
import { drawing } from './fixtures/drawing.ts';
import { type JudgedCase, ppi, ppiPlusPlus, type RatedPair } from './ppi.ts';

const JUDGE = [1, 1, 1, 1, 0, 1, 1, 1, 1, 1];
const RATED = [1, 1, 0, 1, 0, 1, 1, 1, 0, 1].map((people, i) => ({ people, judge: JUDGE[i]! }));
const UNRATED = Array.from({ length: 40 }, (_, i) => ({ judge: i < 34 ? 1 : 0 }));

describe('prediction-powered inference', () => {
  it('R59: ten rated and forty unrated cases', () => {
    const { value, error, interval } = ppi(RATED, UNRATED)!;
    expect(value).toBeCloseTo(0.65, 6);
    expect(error).toBeCloseTo(0.138519, 6);
    expect(interval[0]).toBeCloseTo(0.378508, 6);
    expect(interval[1]).toBeCloseTo(0.921492, 6);
  });

  it('R60: the same by PPI++', () => {
    const { value, error, lambda } = ppiPlusPlus(RATED, UNRATED)!;
    expect(lambda).toBeCloseTo(0.465116, 6);
    expect(value).toBeCloseTo(0.676744, 6);
    expect(error).toBeCloseTo(0.130862, 6);
  });

  it('equal weights change nothing, and a case of weight 2 moves the estimate', () => {
    const alike = ppiPlusPlus(
      RATED.map((item) => ({ ...item, weight: 3 })),
      UNRATED.map((item) => ({ ...item, weight: 3 })),
    )!;
    expect(alike.value).toBeCloseTo(0.676744, 6);
    expect(alike.error).toBeCloseTo(0.130862, 6);
    const heavier = RATED.map((item, i) => ({ ...item, weight: i === 2 ? 2 : 1 }));
    expect(ppiPlusPlus(heavier, UNRATED)!.value).toBeLessThan(0.676744);
  });

  it('without unrated cases it is what people say', () => {
    expect(ppi(RATED, [])).toBeNull();
    expect(ppiPlusPlus(RATED, [])).toMatchObject({ value: 0.7, lambda: 0 });
    expect(ppiPlusPlus([], UNRATED)).toBeNull();
  });

  it('never promises certainty where nobody differs', () => {
    const same = Array.from({ length: 30 }, (_, i) => ({ people: i % 2, judge: i % 2 }));
    const many = Array.from({ length: 3000 }, (_, i) => ({ judge: i % 2 }));
    const [low, high] = ppiPlusPlus(same, many)!.interval;
    expect(high - low).toBeGreaterThan(0.1);
    const good = Array.from({ length: 30 }, () => ({ people: 1, judge: 1 }));
    expect(ppiPlusPlus(good, many)!.interval[0]).toBeLessThan(0.95);
  });
});

/** Cases of which `truth` are good, rated by people and by a judge that errs as q1 and q0 say. */
function draw(
  random: () => number,
  [n, all]: readonly [number, number],
  [truth, q1, q0]: readonly [number, number, number],
): { readonly rated: readonly RatedPair[]; readonly unrated: readonly JudgedCase[] } {
  const cases = Array.from({ length: n + all }, () => {
    const people = random() < truth ? 1 : 0;
    const isRight = random() < (people === 1 ? q1 : q0);
    return { people, judge: isRight ? people : 1 - people };
  });
  return { rated: cases.slice(0, n), unrated: cases.slice(n) };
}

describe('PPI++ over many samples', () => {
  it.each([
    ['a lenient judge', [0.7, 0.95, 0.6]],
    ['a strict judge', [0.7, 0.6, 0.95]],
    ['a judge that knows nothing', [0.6, 0.5, 0.5]],
    ['a judge that is wrong more often than right', [0.6, 0.3, 0.3]],
  ] as const)('%s: covers the truth about 95 times of 100, no wider than people', (_, judge) => {
    const { random } = drawing(7);
    const times = 1500;
    let covered = 0;
    let [powered, alone] = [0, 0];
    for (let i = 0; i < times; i++) {
      const { rated, unrated } = draw(random, [100, 400], judge);
      const { interval, error } = ppiPlusPlus(rated, unrated)!;
      if (interval[0] <= judge[0] && judge[0] <= interval[1]) covered += 1;
      powered += error;
      alone += ppiPlusPlus(rated, [])!.error;
    }
    expect(covered / times).toBeGreaterThan(0.925);
    expect(covered / times).toBeLessThan(0.97);
    expect(powered).toBeLessThan(1.005 * alone);
  });

  it('gains from a good judge, where the raw share of the judge is biased', () => {
    const { random } = drawing(3);
    const { rated, unrated } = draw(random, [200, 2000], [0.7, 0.95, 0.8]);
    expect(ppiPlusPlus(rated, unrated)!.error).toBeLessThan(0.8 * ppiPlusPlus(rated, [])!.error);
  });
});
