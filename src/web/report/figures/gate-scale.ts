import type { GateReport } from '#core';

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
