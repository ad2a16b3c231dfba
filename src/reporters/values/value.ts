import type { GateReport, Interval, Unit } from '#core';

/** A number with its thousands apart: `1,234,567`. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 run`, `2 runs`, `1,204 runs`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A metric's value as people read it: `75 %`, `0.95 (95 %)`, `1,204`. */
export function formatValue(value: number | null, unit: Unit): string {
  if (value === null) return 'not measured';
  if (unit === 'percent') return `${value} %`;
  if (unit === 'ratio') return `${value} (${percentOf(value)} %)`;
  return formatNumber(value);
}

/** The same in a narrow column: a ratio without its percentage. */
export function formatShort(value: number | null, unit: Unit): string {
  if (value === null) return '-';
  return unit === 'ratio' ? String(value) : formatValue(value, unit);
}

/** What a gate asks for: `>= 80 %`, `between 0 and 2`. */
export function formatNeed(gate: Pick<GateReport, 'op' | 'value' | 'unit'>): string {
  const suffix = gate.unit === 'percent' ? ' %' : '';
  if (typeof gate.value === 'number') return `${gate.op} ${gate.value}${suffix}`;
  const [low, high] = gate.value;
  return `between ${low} and ${high}${suffix}`;
}

/** An interval in the unit of its metric: `0.21-0.94`, `21-94 %`. */
export function formatInterval(interval: Interval, unit: Unit): string {
  const [low, high] = interval;
  return unit === 'percent' ? `${percentOf(low)}-${percentOf(high)} %` : `${low}-${high}`;
}

/** A ratio with at most four decimals as a percentage; the rounding only takes away what binary fractions add. */
function percentOf(ratio: number): number {
  return Math.round(ratio * 10_000) / 100;
}
