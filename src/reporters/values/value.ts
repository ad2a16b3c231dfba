import type { GateReport, Interval, Unit } from '#core';

/** A number with its thousands apart: `1,234,567`. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 run`, `2 runs`, `1,204 runs`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A metric's value as people read it: `75 %`, `66.67 %`, `1,204`. A share is a percentage, whatever its unit. */
export function formatValue(value: number | null, unit: Unit): string {
  if (value === null) return 'not measured';
  if (unit === 'percent') return `${value} %`;
  if (unit === 'ratio') return `${percentOf(value)} %`;
  return formatNumber(value);
}

/** The same in a narrow column. */
export function formatShort(value: number | null, unit: Unit): string {
  return value === null ? '-' : formatValue(value, unit);
}

/** What a gate asks for: `>= 80 %`, `between 0 and 2`. */
export function formatNeed(gate: Pick<GateReport, 'op' | 'value' | 'unit'>): string {
  const { op, value, unit } = gate;
  const inUnit = (limit: number): number => (unit === 'ratio' ? percentOf(limit) : limit);
  const suffix = unit === 'percent' || unit === 'ratio' ? ' %' : '';
  if (typeof value === 'number') return `${op} ${inUnit(value)}${suffix}`;
  const [low, high] = value.map(inUnit);
  return `between ${low} and ${high}${suffix}`;
}

/** An interval in the unit of its metric: `20.65-100 %`, `1.5-3`. */
export function formatInterval(interval: Interval, unit: Unit): string {
  const isShare = unit === 'percent' || unit === 'ratio';
  const [low, high] = isShare ? interval.map(percentOf) : interval;
  return `${low}-${high}${isShare ? ' %' : ''}`;
}

/** A ratio as a percentage; the rounding only takes away what binary fractions add. */
function percentOf(ratio: number): number {
  return Number((ratio * 100).toPrecision(12));
}
