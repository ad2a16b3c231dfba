import type { JSX } from 'preact';
import type { Unit } from '#core';
import { formatCount, formatValue } from '#reporters';
import { SparkLine } from './spark-line.tsx';

/** The course of a figure over runs, the oldest first; nothing where fewer than two runs measured it. */
export function Trend({
  values,
  unit,
}: {
  readonly values: readonly (number | null)[];
  readonly unit: Unit;
}): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [first, last] = [known[0] ?? null, known.at(-1) ?? null];
  const words = `from ${formatValue(first, unit)} to ${formatValue(last, unit)} in ${formatCount(known.length, 'run')}`;
  return <SparkLine values={values} words={words} />;
}
