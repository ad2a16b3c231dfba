import type { GateReport, Interval, Unit } from '#core';
import { formatInterval, formatNeed, formatValue } from '#reporters';

/** A figure as a page shows it: shares are percentages. */
export function figureText(value: number | null, unit: Unit): string {
  if (unit !== 'ratio') return formatValue(value, unit);
  return formatValue(value === null ? null : percentOf(value), 'percent');
}

/** What a gate asks for, in the same form. */
export function needText({ op, value, unit }: Pick<GateReport, 'op' | 'value' | 'unit'>): string {
  if (unit !== 'ratio') return formatNeed({ op, value, unit });
  const inPercent = typeof value === 'number' ? percentOf(value) : value.map(percentOf);
  return formatNeed({ op, value: inPercent as GateReport['value'], unit: 'percent' });
}

/** An interval in the same form. */
export function intervalText(interval: Interval, unit: Unit): string {
  return formatInterval(interval, unit === 'ratio' ? 'percent' : unit);
}

/** A ratio as a percentage; the rounding only takes away what binary fractions add. */
export function percentOf(ratio: number): number {
  return Math.round(ratio * 10_000) / 100;
}

/** Where a figure is on a line from 0 to `max`: shares as ratios, whatever their unit. */
export interface Scale {
  readonly max: number;
  readonly of: (value: number) => number;
}

/** The scale of a gate: shares from 0 to 1, anything else up to a quarter beyond the largest number. */
export function scaleOf({
  unit,
  value,
  observed,
  interval,
}: Pick<GateReport, 'unit' | 'value' | 'observed' | 'interval'>): Scale {
  if (unit === 'percent') return { max: 1, of: (each) => each / 100 };
  if (unit === 'ratio') return { max: 1, of: (each) => each };
  const numbers = [
    observed ?? 0,
    ...(typeof value === 'number' ? [value] : value),
    interval?.[1] ?? 0,
  ];
  return { max: Math.max(...numbers, Number.MIN_VALUE) * 1.25, of: (each) => each };
}
