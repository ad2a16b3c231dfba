import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Correct } from './corrected-gate.ts';
import { decideGate } from './decide-gate.ts';
import { decimalOf } from '../json/decimal.ts';
import type { Gate, GateOp } from './gate.ts';
import { judgeGate } from './gate-report.ts';
import type { Observation } from './observation.ts';
import { metricValue } from '../metrics/metric.ts';
import { roganGladen } from '../statistics/rogan-gladen.ts';

const SPEC = {
  id: 'goal.achieved',
  unit: 'ratio',
  better: 'higher',
  proportion: true,
  judgedBy: 'goal',
  summary: '',
} as const;

/** A judge that is right about 94 of 100 good cases and 90 of 100 others. */
const correct: Correct = (share, size) => {
  const corrected = roganGladen(share, size, { q1: 0.94, m1: 100, q0: 0.9, m0: 100 });
  if (!corrected.ok) throw new Error(corrected.message);
  const { value, error, interval } = corrected;
  const [low, high] = [Math.floor(1e4 * interval[0]) / 1e4, Math.ceil(1e4 * interval[1]) / 1e4];
  return { value, error, interval: [low, high], refused: null, method: 'rogan_gladen' };
};
const refused: Correct = () => ({
  value: null,
  interval: null,
  error: null,
  refused: 'the judge is not better than chance',
  method: null,
});

function gate(value: number, more: Partial<Gate> = {}): Gate {
  const plain = { metric: 'goal.achieved', op: '>=', source: 'suite', certify: false } as const;
  return { ...plain, value: decimalOf(value), corrected: true, ...more };
}

function observe(k: number, n: number, more: Partial<Observation> = {}): Observation {
  return { spec: SPEC, value: metricValue('ratio', k, n), interval: null, unmeasured: 0, ...more };
}

describe('a gate on the corrected share: 400 of 500 are 0.8333 (0.77-0.8967) by R57', () => {
  it.each([
    ['the limit meets it', 0.77, '>=', 'pass'],
    ['the limit equals it', 0.77, '>', 'inconclusive'],
    ['the limit is below', 0.7701, '>=', 'inconclusive'],
    ['the raw share fails, though the corrected one holds', 0.81, '>=', 'fail'],
  ] as const)('%s', (_, value, op: GateOp, outcome) => {
    const judged = judgeGate(gate(value, { op }), observe(400, 500, { correct }));
    expect(judged).toMatchObject({ outcome, pass: outcome === 'pass', observed: 0.8 });
    expect(judged.corrected).toMatchObject({ interval: [0.77, 0.8967], method: 'rogan_gladen' });
    expect(judged.note).toContain('raw 0.8, corrected 0.8333 (0.77-0.8967) by Rogan-Gladen');
  });

  it('says what the limit must reach', () => {
    const { note } = judgeGate(gate(0.78), observe(400, 500, { correct }));
    expect(note).toMatch(/; its lower limit must be >= 0\.78$/);
  });

  it('without the flag the raw share decides, and the report does not change', () => {
    const { corrected: _, ...plain } = gate(0.78);
    const judged = judgeGate(plain, observe(400, 500, { correct }));
    expect(judged).toEqual(judgeGate(plain, observe(400, 500)));
    expect(judged).toMatchObject({ outcome: 'pass' });
    expect(judged).not.toHaveProperty('corrected');
  });

  it.each([
    ['a refused correction', { correct: refused }, /^raw 0\.8, not corrected: the judge is not/],
    ['no judge', {}, /^raw 0\.8, not corrected: no judge was asked/],
  ])('%s is an error', (_, more, note) => {
    const judged = judgeGate(gate(0.5), observe(400, 500, more));
    expect(judged).toMatchObject({ outcome: 'error', pass: false, corrected: { value: null } });
    expect(judged.note).toMatch(note);
  });

  it('a refused correction does not excuse a raw share that fails', () => {
    expect(judgeGate(gate(0.9), observe(400, 500, { correct: refused })).outcome).toBe('fail');
  });

  it('an unmeasured share does not pass by its range, and keeps that it was to be corrected', () => {
    const range = {
      low: metricValue('ratio', 9, 10),
      high: metricValue('ratio', 10, 10),
      canPass: true,
    };
    const open = { value: null, range, correct };
    expect(judgeGate(gate(0.5), observe(0, 1, open))).toMatchObject({
      outcome: 'error',
      corrected: { refused: 'the share is not measured' },
    });
    expect(judgeGate(gate(0.95, { op: '>' }), observe(0, 1, open)).outcome).toBe('error');
  });

  it('runs that were not measured are an error whatever the correction says', () => {
    const judged = judgeGate(gate(0.5), observe(400, 500, { correct, unmeasured: 1 }));
    expect(judged.outcome).toBe('error');
    expect(judged.note).toContain('1 could not be measured');
  });

  it('beside certify both must hold', () => {
    const both = gate(0.76, { certify: true });
    // The Wilson limit of 400 of 500 is 0.7627.
    expect(judgeGate(both, observe(400, 500, { correct })).outcome).toBe('pass');
    const higher = gate(0.765, { certify: true });
    expect(judgeGate(higher, observe(400, 500, { correct }))).toMatchObject({
      outcome: 'inconclusive',
      note: expect.stringContaining('certified >= 0.765 needs'),
    });
  });

  it('takes the effective size of a reweighted share', () => {
    const effective = { num: 101n, den: 2n };
    const { corrected } = judgeGate(gate(0.5), observe(400, 500, { correct, effective }));
    expect(corrected?.interval).toEqual(correct(0.8, 50.5).interval);
  });

  it('never ends runs early as passed', () => {
    const runs = { unit: 'ratio', k: 10, n: 10, planned: 10 } as const;
    const { corrected: _, ...plain } = gate(0.5);
    expect(decideGate(plain, runs)).toBe('pass');
    expect(decideGate(gate(0.5), runs)).toBeNull();
    expect(decideGate(gate(0.5), { ...runs, k: 0 })).toBe('fail');
  });
});

describe('any gate on a corrected share', () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true });
  const corrections: fc.Arbitrary<Correct | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.constant(refused),
    fc.constant(correct),
    // Nonsense from a file that was edited by hand.
    fc.tuple(rate, rate).map(([low, high]): Correct => () => ({
      value: low,
      error: 0,
      interval: [low, high],
      refused: null,
      method: 'ppi',
    })),
  );

  it('passes only where the raw gate does, and where the limit holds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom<GateOp>('>=', '>'),
        fc.boolean(),
        fc.nat(1),
        corrections,
        ([k, n], percent, op, certify, unmeasured, correction) => {
          const asked = gate(percent / 100, { op, certify });
          const { corrected: _, ...raw } = asked;
          const observation = observe(k, n, { unmeasured, correct: correction });
          const [judged, plain] = [judgeGate(asked, observation), judgeGate(raw, observation)];
          if (plain.outcome !== 'pass') expect(judged.outcome).not.toBe('pass');
          if (plain.outcome === 'fail') expect(judged.outcome).toBe('fail');
          if (judged.outcome === 'pass')
            expect(judged.corrected?.interval?.[0]).toBeGreaterThanOrEqual(percent / 100);
        },
      ),
    );
  });
});
