import { describe, expect, it } from 'vitest';
import { Z } from './intervals.ts';
import { roganGladen } from './rogan-gladen.ts';
import { drawing } from './fixtures/drawing.ts';

describe('Rogan and Gladen', () => {
  it('R57: a judge of 94/90 on 100 + 100 that calls 80 % of 500 good', () => {
    const corrected = roganGladen(0.8, 500, { q1: 0.94, m1: 100, q0: 0.9, m0: 100 });
    if (!corrected.ok) throw new Error(corrected.message);
    expect(corrected.value).toBeCloseTo(0.833333, 6);
    expect(corrected.error).toBeCloseTo(0.032311, 6);
    expect(corrected.interval[0]).toBeCloseTo(0.770004, 6);
    expect(corrected.interval[1]).toBeCloseTo(0.896663, 6);
  });

  it('R58: the interval ends at 1', () => {
    const corrected = roganGladen(0.93, 300, { q1: 0.96, m1: 80, q0: 0.8, m0: 20 });
    if (!corrected.ok) throw new Error(corrected.message);
    expect(corrected.value).toBeCloseTo(0.960526, 6);
    expect(corrected.error).toBeCloseTo(0.034117, 6);
    expect(corrected.value + Z * corrected.error).toBeCloseTo(1.027395, 6);
    expect(corrected.interval[1]).toBe(1);
  });

  it.each([
    [{ q1: 0.5, m1: 50, q0: 0.5, m0: 50 }, 'chance', /not better than chance/],
    [{ q1: 0.9, m1: 50, q0: 0.05, m0: 50 }, 'chance', /not better than chance/],
    [{ q1: 0.9, m1: 80, q0: 0.9, m0: 19 }, 'few', /rated 19 cases not good; a correction needs 20/],
    [{ q1: 0.9, m1: 7, q0: 0.9, m0: 80 }, 'few', /rated 7 cases good/],
    [{ q1: NaN, m1: 20, q0: 0.9, m0: 80 }, 'chance', /not better than chance/],
  ])('refuses %j', (rates, reason, message) => {
    expect(roganGladen(0.8, 100, rates)).toMatchObject({ ok: false, reason });
    expect(roganGladen(0.8, 100, rates)).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('refuses a judge that has seen nothing', () => {
    expect(roganGladen(0, 0, { q1: 0.9, m1: 50, q0: 0.9, m0: 50 })).toMatchObject({ ok: false });
  });

  it('never promises certainty, not even without an error', () => {
    const corrected = roganGladen(1, 50, { q1: 1, m1: 20, q0: 1, m0: 20 });
    if (!corrected.ok) throw new Error(corrected.message);
    expect(corrected.value).toBe(1);
    expect(corrected.interval[0]).toBeLessThan(0.95);
  });

  it.each([
    [0.7, 0.9, 0.8],
    [0.9, 0.8, 0.7],
    [0.5, 0.95, 0.6],
  ])('covers the truth %f of a judge of %f/%f about 95 times of 100', (truth, q1, q0) => {
    const { share } = drawing(13);
    const times = 2000;
    let covered = 0;
    for (let i = 0; i < times; i++) {
      const [n, m1, m0] = [300, 100, 100];
      const p = share(n, truth * q1 + (1 - truth) * (1 - q0));
      const corrected = roganGladen(p, n, { q1: share(m1, q1), m1, q0: share(m0, q0), m0 });
      if (corrected.ok && corrected.interval[0] <= truth && truth <= corrected.interval[1])
        covered += 1;
    }
    expect(covered / times).toBeGreaterThan(0.93);
    expect(covered / times).toBeLessThan(0.97);
  });
});
