import type { Decimal } from '../json/decimal.ts';
import type { MetricValue } from '../metrics/metric.ts';
import type { GateOp, Gate } from './gate.ts';

/** Whether a measured value meets a gate: percents as the printed integer, everything else as the exact fraction. */
export function holds(gate: Gate, observed: MetricValue): boolean {
  const { num, den } =
    observed.unit === 'percent' ? { num: (100n * observed.num) / observed.den, den: 1n } : observed;
  const compare = (limit: Decimal): bigint => num * limit.den - limit.num * den;
  if (!('num' in gate.value)) {
    const [low, high] = gate.value;
    return compare(low) >= 0n && compare(high) <= 0n;
  }
  return meets(gate.op, compare(gate.value));
}

/**
 * Whether a gate holds for every value from `low` to `high` (null: without end), or for none of them (false); null where
 * it holds for some.
 */
export function holdsBetween(
  gate: Gate,
  low: MetricValue,
  high: MetricValue | null,
): boolean | null {
  const [atLow, atHigh] = [holds(gate, low), high !== null && holds(gate, high)];
  if (gate.op === '>=' || gate.op === '>') {
    if (atLow) return true;
    return high === null || atHigh ? null : false;
  }
  if (gate.op === '<=' || gate.op === '<') return atLow ? (atHigh ? true : null) : false;
  const [first, last] = 'num' in gate.value ? [gate.value, gate.value] : gate.value;
  const isOutside =
    holds({ ...gate, op: '>', value: last }, low) ||
    (high !== null && holds({ ...gate, op: '<', value: first }, high));
  if (gate.op === '!=') return isOutside ? true : isPoint(low, high) ? false : null;
  return isOutside ? false : atLow && atHigh ? true : null;
}

function isPoint(low: MetricValue, high: MetricValue | null): boolean {
  return high !== null && low.num * high.den === high.num * low.den;
}

/** Whether a value that is this much above a limit meets it. */
function meets(op: GateOp, difference: bigint): boolean {
  switch (op) {
    case '>=':
      return difference >= 0n;
    case '>':
      return difference > 0n;
    case '<=':
      return difference <= 0n;
    case '<':
      return difference < 0n;
    case '!=':
      return difference !== 0n;
    default:
      // `==`, and `between` one value and itself.
      return difference === 0n;
  }
}
