import type { SweepPoint, SweepReport } from '#core';
import { formatCount, formatNumber } from '../values/value.ts';

const BAR = 20;

/** How many tools runs were offered: `25`, or `20-25`; a question mark where it is not recorded. */
export function offeredText({ offered }: SweepPoint): string {
  if (offered === null) return '?';
  const [fewest, most] = offered;
  return fewest === most ? formatNumber(most) : `${formatNumber(fewest)}-${formatNumber(most)}`;
}

/** A point of the curve as a bar of characters. */
export function barText({ share: { rate } }: SweepPoint): string {
  if (rate === null) return '';
  const full = Math.round(rate * BAR);
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}

/** What to keep in mind of a point: the pool was too small, or runs were not measured. */
export function pointNote({ distractors, drawn, errors }: SweepPoint): string {
  const parts = [
    ...(drawn !== null && drawn < distractors
      ? [`only ${formatNumber(drawn)} distractors in the pool`]
      : []),
    ...(errors > 0 ? [`${formatNumber(errors)} not measured`] : []),
  ];
  return parts.join(', ');
}

/** What the comparison between both ends says; null where runs are not paired. */
export function endsText({ ends, points }: SweepReport): string | null {
  const [first, last] = [points[0], points.at(-1)];
  if (ends === null || first === undefined || last === undefined) return null;
  const { cases, lost, gained, p } = ends;
  const from = `from ${formatNumber(first.distractors)} to ${formatNumber(last.distractors)} distractors`;
  if (lost + gained === 0) return `${from}: none of ${formatCount(cases, 'case')} changed`;
  const changed = `${formatNumber(lost)} of ${formatCount(cases, 'case')} lost, ${formatNumber(gained)} gained`;
  const verdict =
    p > 0.05
      ? 'may be chance'
      : lost > gained
        ? 'worse by more than chance'
        : 'better by more than chance';
  return `${from}: ${changed}; ${verdict}, exact p ${p}`;
}
