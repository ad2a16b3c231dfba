import type { Decimal } from '../json/decimal.ts';
import type { Gate } from './gate.ts';
import { holds } from './holds.ts';
import { metricValue, type Unit } from '../metrics/metric.ts';
import { meetsAnytime, rejectsAnytime } from '../statistics/anytime.ts';

/** Runs so far: how many count for the gate, of how many, and how many there will be. */
export interface RunsSoFar {
  readonly unit: Unit;
  readonly k: number;
  readonly n: number;
  readonly planned: number;
}

/**
 * Whether a gate on a share of runs is decided before all runs are made; null while it is not. A point gate is decided
 * when the runs to come cannot change it, a certified one when the evidence suffices at any look.
 */
export function decideGate(gate: Gate, { unit, k, n, planned }: RunsSoFar): 'pass' | 'fail' | null {
  const holdsAt = (count: number): boolean => holds(gate, metricValue(unit, count, planned));
  const toCome = planned - n;
  // However many of the runs to come count.
  const ends = new Set([...Array(toCome + 1).keys()].map((more) => holdsAt(k + more)));
  if (!ends.has(true)) return 'fail';
  const value = gate.value as Decimal;
  // What people would say is known when all runs are judged.
  if (gate.corrected === true) return null;
  if (!gate.certify) return ends.has(false) ? null : 'pass';
  const [successes, runs] = [BigInt(k), BigInt(n)];
  if (meetsAnytime(successes, runs, value.num, value.den)) return 'pass';
  const isBelow = value.den * successes < value.num * runs;
  return isBelow && rejectsAnytime(successes, runs, value.num, value.den) ? 'fail' : null;
}
