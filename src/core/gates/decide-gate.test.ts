import { describe, expect, it } from 'vitest';
import { decideGate } from './decide-gate.ts';
import type { Gate } from './gate.ts';

const gate = (percent: bigint, certify = false): Gate => ({
  metric: 'm',
  op: '>=',
  value: { num: percent, den: 100n },
  source: 'suite',
  certify,
});
const at = (k: number, n: number, planned: number) => ({ unit: 'ratio', k, n, planned }) as const;

describe('a gate on a share of runs', () => {
  it('is failed when all runs to come could not save it', () => {
    expect(decideGate(gate(80n), at(2, 4, 10))).toBeNull();
    expect(decideGate(gate(80n), at(2, 5, 10))).toBe('fail');
  });

  it('is passed when no run to come could break it', () => {
    expect(decideGate(gate(80n), at(7, 7, 10))).toBeNull();
    expect(decideGate(gate(80n), at(8, 8, 10))).toBe('pass');
  });

  it('that is certified waits for evidence that holds at every look', () => {
    expect(decideGate(gate(80n, true), at(28, 28, 100))).toBeNull();
    expect(decideGate(gate(80n, true), at(29, 29, 100))).toBe('pass');
    expect(decideGate(gate(80n, true), at(1, 8, 100))).toBe('fail');
  });
});
