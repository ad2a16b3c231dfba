import { type Decimal, decimalOf } from '../json/decimal.ts';
import { type Gate, showDecimal } from './gate.ts';
import type { CorrectionMethod, GateCorrection } from '../judge/calibration.ts';
import { metricNumber, type MetricValue } from '../metrics/metric.ts';

/** Estimates what share people would call good where the judge calls `share` of `size` cases good. */
export type Correct = (share: number, size: number) => GateCorrection;

/** What people would say of a judged share. */
export function correctShare(
  { num, den }: MetricValue,
  size: Decimal,
  correct: Correct | undefined,
): GateCorrection {
  if (correct === undefined) return rejectCorrection('no judge was asked');
  return correct(quotient(num, den), quotient(size.num, size.den));
}

/** Sums of weights may have more digits than a double: they are divided first. */
function quotient(num: bigint, den: bigint): number {
  return Number((num * BigInt(1e15)) / den) / 1e15;
}

/** A correction that cannot be made, and why. */
export function rejectCorrection(reason: string): GateCorrection {
  return { value: null, interval: null, error: null, refused: reason, method: null };
}

/** Whether the lower limit, as it is printed, meets the value of the gate. */
export function correctionMeets({ op, value }: Gate, { interval }: GateCorrection): boolean {
  if (interval === null || !('num' in value)) return false;
  const low = decimalOf(interval[0]);
  const difference = low.num * value.den - value.num * low.den;
  return op === '>' ? difference > 0n : op === '>=' && difference >= 0n;
}

const METHODS: Record<CorrectionMethod, string> = { ppi: 'PPI++', rogan_gladen: 'Rogan-Gladen' };

/** Raw and corrected share in words, and what is missing. */
export function correctionNote(
  gate: Gate,
  observed: MetricValue,
  corrected: GateCorrection,
): string {
  const { value, interval, refused, method } = corrected;
  const raw = `raw ${metricNumber(observed)}`;
  if (refused !== null) return `${raw}, not corrected: ${refused}`;
  const [low, high] = interval;
  const by = method === null ? '' : ` by ${METHODS[method]}`;
  const figures = `${raw}, corrected ${Math.round(1e4 * value) / 1e4} (${low}-${high})${by}`;
  if (!('num' in gate.value) || correctionMeets(gate, corrected)) return figures;
  return `${figures}; its lower limit must be ${gate.op} ${showDecimal(gate.value)}`;
}
