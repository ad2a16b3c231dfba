import type { JsonObject } from '../json/json.ts';
import { type MetricValue, metricValue, type Unit } from '../metrics/metric.ts';
import { formatFraction } from './class-of.ts';
import type { Folded } from './class-sums.ts';
import type { Distribution } from './distribution.ts';

/** A folded metric by its id. */
export type FoldEntry = readonly [string, Folded];

export const NOT_MEASURED: Folded = { value: null };

/** A number of the user's own code, to four decimals. */
export function numberOf(value: unknown): Folded {
  if (typeof value !== 'number' || !Number.isFinite(value)) return NOT_MEASURED;
  return { value: metricValue('mean', Math.round(value * 10_000), 10_000) };
}

/** Names with numbers, as Python returns them. */
export function readAnswer(answer: unknown, prefix: string): readonly FoldEntry[] {
  return Object.entries(answer ?? {}).map(([name, value]) => [
    prefix + name,
    numberOf(typeof value === 'boolean' ? Number(value) : value),
  ]);
}

/** The class that an output represents: a percent as the whole number that is shown. */
export function classOfOutput(value: MetricValue | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value.unit === 'percent'
    ? String((100n * value.num) / value.den)
    : formatFraction(value.num, value.den);
}

export function columnOf(row: JsonObject | null, name: string): unknown {
  return row !== null && Object.hasOwn(row, name) ? row[name] : null;
}

export function foldValues(name: string, unit: Unit, values: Distribution): MetricValue | null {
  const folded: Unit = unit === 'ratio' ? 'ratio' : 'mean';
  switch (name) {
    case 'mean':
      return values.mean(folded);
    case 'std_dev':
      return values.standardDeviation('mean');
    case 'frequency':
      return values.nonZeroShare();
    default:
      return values.extreme(folded, name === 'min' ? 'min' : 'max');
  }
}
