import type { GateOp, Interval, Unit } from '#core';

/** A count with its thousands apart. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** A metric as people read it: `75 %`, `0.95 (95 %)`, `1,204`. */
export function formatMetric(value: number | null, unit: Unit): string {
  if (value === null) return 'not measured';
  if (unit === 'percent') return `${value} %`;
  if (unit === 'ratio') return `${value} (${hundredfold(value)} %)`;
  return formatCount(value);
}

/** The same in a narrow column: a ratio without its percentage. */
export function formatShort(value: number | null, unit: Unit): string {
  if (value === null) return '–';
  return unit === 'ratio' ? String(value) : formatMetric(value, unit);
}

const SIGNS: Readonly<Record<Exclude<GateOp, 'between'>, string>> = {
  '>=': '≥',
  '>': '>',
  '<=': '≤',
  '<': '<',
  '==': '=',
  '!=': '≠',
};

/** What a gate asks for: `≥ 80 %`, `0–2`. */
export function formatNeed(
  op: GateOp,
  value: number | readonly [number, number],
  unit: Unit,
): string {
  if (typeof value !== 'number') {
    return `${formatShort(value[0], unit)} to ${formatShort(value[1], unit)}`;
  }
  return `${op === 'between' ? '' : `${SIGNS[op]} `}${formatShort(value, unit)}`;
}

/** An interval of shares in the unit of its metric: `0.2076–0.9386`, `20.76–93.86 %`. */
export function formatInterval([low, high]: Interval, unit: Unit): string {
  if (unit === 'percent') return `${hundredfold(low)}–${hundredfold(high)} %`;
  return `${low}–${high}`;
}

/** Times a hundred without the noise of binary fractions; values have at most four decimals. */
function hundredfold(value: number): number {
  return Math.round(value * 10_000) / 100;
}

/** `1 run`, `2 runs`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
