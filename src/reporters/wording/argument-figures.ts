import type { ArgumentReport } from '#core';
import { formatInterval, formatNumber } from '../values/value.ts';

/** The figures of an argument, in the order of every table. */
export const ARGUMENT_COLUMNS: readonly string[] = [
  'right',
  '95 %',
  'missing',
  'other type',
  'other value',
  'unexpected',
];

/** The arguments with a fault, those that are wrong most often first: so the report has them. */
export function faultyArguments(reports: readonly ArgumentReport[]): readonly ArgumentReport[] {
  return reports.filter(({ match: { k, n }, unexpected }) => k < n || unexpected > 0);
}

/** The cells of these columns. */
export function argumentFigures(report: ArgumentReport): readonly string[] {
  const { match, missing, otherType, otherValue, unexpected } = report;
  const right = match.n === 0 ? '' : `${formatNumber(match.k)}/${formatNumber(match.n)}`;
  return [
    right,
    match.interval === null ? '' : formatInterval(match.interval, 'ratio'),
    ...[missing, otherType, otherValue, unexpected].map(formatNumber),
  ];
}
