import { describe, expect, it } from 'vitest';
import { decimalOf } from '../json/decimal.ts';
import { judgeGate } from './gate-report.ts';
import type { Observation } from './observation.ts';
import { countVerdicts, worstVerdict } from './worst-verdict.ts';
import type { Gate } from './gate.ts';
import { type MetricSpec, metricValue } from '../metrics/metric.ts';

const SHARE: MetricSpec = {
  id: 'trajectory.match',
  unit: 'ratio',
  better: 'higher',
  proportion: true,
  summary: '',
};
const F1: MetricSpec = { ...SHARE, id: 'tool_selection.f1', unit: 'percent', proportion: false };

function gate(more: Partial<Gate> = {}): Gate {
  return {
    metric: 'trajectory.match',
    op: '>=',
    value: decimalOf(0.8),
    source: 'suite',
    certify: false,
    ...more,
  };
}

function seen(k: number, n: number, more: Partial<Observation> = {}): Observation {
  return { spec: SHARE, value: metricValue('ratio', k, n), interval: null, unmeasured: 0, ...more };
}

describe('the outcome of a gate', () => {
  it('is pass or fail by the point value', () => {
    expect(judgeGate(gate(), seen(8, 10))).toMatchObject({
      outcome: 'pass',
      pass: true,
      observed: 0.8,
    });
    expect(judgeGate(gate(), seen(7, 10))).toMatchObject({
      outcome: 'fail',
      pass: false,
      observed: 0.7,
    });
  });

  it.each(['>=', '>', '<=', '<', '==', '!='] as const)(
    'is an error for %s when nothing was measured: null never passes',
    (op) => {
      const report = judgeGate(gate({ op, value: decimalOf(0) }), seen(0, 1, { value: null }));
      expect(report).toMatchObject({
        outcome: 'error',
        pass: false,
        observed: null,
        note: 'not measured',
      });
    },
  );

  it.each([
    ['<=', 2, 'fail', 3],
    ['==', 0, 'fail', 3],
    ['<', 4, 'error', null],
    ['>=', 3, 'error', null],
    ['>', 9, 'error', null],
    ['!=', 0, 'error', null],
  ] as const)(
    'of a figure that is at least 3 and has a gap, %s %i is %s',
    (op, value, outcome, observed) => {
      const range = { low: metricValue('count', 3), high: null, canPass: false };
      const report = judgeGate(
        gate({ op, value: decimalOf(value) }),
        seen(0, 1, { value: null, range, why: '1 of 2 runs does not record it' }),
      );
      expect(report).toMatchObject({ outcome, observed });
      const word = outcome === 'fail' ? 'at least this' : 'not measured';
      expect(report.note).toBe(`${word}: 1 of 2 runs does not record it`);
    },
  );

  it('is an error when some runs could not be measured, unless the point value fails already', () => {
    expect(judgeGate(gate(), seen(10, 10, { unmeasured: 2 }))).toMatchObject({
      outcome: 'error',
      pass: false,
      note: '2 could not be measured, so this cannot pass',
    });
    expect(judgeGate(gate(), seen(1, 10, { unmeasured: 2 }))).toMatchObject({
      outcome: 'fail',
      note: null,
    });
  });

  it('is inconclusive when the point holds and the certified bound does not', () => {
    const certify = gate({ certify: true });
    expect(judgeGate(certify, seen(10, 10))).toMatchObject({
      outcome: 'inconclusive',
      pass: false,
      note: 'certified >= 0.8 needs at least 16 cases without a miss (this has 10 with 0)',
    });
    expect(judgeGate(certify, seen(15, 15)).outcome).toBe('inconclusive');
    expect(judgeGate(certify, seen(16, 16))).toMatchObject({ outcome: 'pass', note: null });
    expect(judgeGate(certify, seen(12, 16)).outcome).toBe('fail');
    expect(judgeGate(certify, seen(16, 16, { unmeasured: 1 })).outcome).toBe('error');
    expect(judgeGate(gate({ certify: true, op: '>' }), seen(16, 16)).outcome).toBe('pass');
  });

  it('is never certified for certainty itself', () => {
    const report = judgeGate(gate({ certify: true, value: decimalOf(1) }), seen(5000, 5000));
    expect(report).toMatchObject({
      outcome: 'inconclusive',
      note: 'no number of cases gets certified >= 1 (this has 5000 with 0)',
    });
  });
});

describe('the note of a gate', () => {
  it('says what a passing proportion cannot certify yet', () => {
    expect(judgeGate(gate(), seen(2, 2)).note).toBe(
      'certified >= 0.8 needs at least 16 cases without a miss (this has 2 with 0)',
    );
    expect(judgeGate(gate(), seen(20, 20)).note).toBeNull();
    // (0.85 - 0.8)^2 * n >= 3.8415 * 0.8 * 0.2 needs 246 cases.
    expect(judgeGate(gate(), seen(17, 20, { counted: 'runs' })).note).toBe(
      'certified >= 0.8 needs at least 16 runs without a miss (this has 20 with 3); at this share about 246',
    );
    expect(judgeGate(gate(), seen(16, 20)).note).toBe(
      'certified >= 0.8 needs at least 16 cases without a miss (this has 20 with 4)',
    );
  });

  it('says nothing about certifying a failed gate, an upper limit or an F1', () => {
    expect(judgeGate(gate(), seen(0, 2)).note).toBeNull();
    expect(judgeGate(gate({ op: '<=' }), seen(1, 2)).note).toBeNull();
    const f1 = gate({ metric: 'tool_selection.f1', value: decimalOf(50) });
    const value = metricValue('percent', 2, 3);
    expect(judgeGate(f1, { spec: F1, value, interval: null, unmeasured: 0 }).note).toBeNull();
  });

  it('advises to set a gate where the default one was used', () => {
    const report = judgeGate(
      gate({ metric: 'tool_selection.f1', value: decimalOf(50), source: 'default' }),
      { spec: F1, value: metricValue('percent', 1, 2), interval: null, unmeasured: 0 },
    );
    expect(report).toEqual({
      metric: 'tool_selection.f1',
      op: '>=',
      value: 50,
      observed: 50,
      pass: true,
      source: 'default',
      outcome: 'pass',
      unit: 'percent',
      certify: false,
      interval: null,
      note: 'default gate: set your own with expect',
    });
  });

  it('joins what there is to say', () => {
    const report = judgeGate(gate({ source: 'default' }), seen(2, 2, { unmeasured: 1 }));
    expect(report.note).toBe(
      '1 could not be measured, so this cannot pass; default gate: set your own with expect',
    );
  });
});

it('a range is reported with both of its ends', () => {
  const range = gate({ op: 'between', value: [decimalOf(0.25), decimalOf(0.75)] });
  expect(judgeGate(range, seen(1, 2))).toMatchObject({
    value: [0.25, 0.75],
    op: 'between',
    outcome: 'pass',
  });
});

describe('verdicts', () => {
  it('the worst one wins: fail, error, inconclusive, pass', () => {
    expect(worstVerdict([])).toBe('pass');
    expect(worstVerdict(['pass', 'inconclusive'])).toBe('inconclusive');
    expect(worstVerdict(['error', 'inconclusive', 'pass'])).toBe('error');
    expect(worstVerdict(['error', 'fail', 'pass'])).toBe('fail');
  });

  it('are counted by kind', () => {
    expect(countVerdicts(['pass', 'fail', 'pass', 'error'])).toEqual({
      pass: 2,
      fail: 1,
      error: 1,
      inconclusive: 0,
    });
  });
});
