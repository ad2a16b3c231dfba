import type { Interval, ScorerName, Share, TagScore, Unit } from '#core';
import { formatCount, formatInterval, formatNumber, formatShort } from '../values/value.ts';
import { HEAD_METRICS } from './head-metrics.ts';

/** The rows or tests with a tag, as every sink lists them. */
export interface TagLine {
  readonly tag: string;
  readonly passing: Share;
  readonly errors: number;
  readonly scores: readonly TagScore[];
}

/** Fewer than these say little. */
const FEW = 10;

const MAX_METRICS = 4;

/** The metrics that lines of tags show: the first of each scorer. */
export function tagMetrics(lines: readonly TagLine[]): readonly string[] {
  const ids = new Set<string>();
  for (const { scores } of lines) {
    for (const { scorer, key, metrics } of scores) {
      const first = headMetric(scorer);
      const id = key === null || first === null ? first : `${key}.${first}`;
      if (id !== null && Object.hasOwn(metrics, id)) ids.add(id);
    }
  }
  return [...ids].slice(0, MAX_METRICS);
}

function headMetric(scorer: string): string | null {
  return Object.hasOwn(HEAD_METRICS, scorer) ? HEAD_METRICS[scorer as ScorerName] : null;
}

/** The figure of a line, with its interval where it has one. */
export function tagFigure({ scores }: TagLine, id: string): string {
  for (const { metrics, units, intervals } of scores) {
    if (!Object.hasOwn(metrics, id)) continue;
    const unit: Unit = units[id] ?? 'ratio';
    const interval: Interval | undefined = intervals[id];
    const value = formatShort(metrics[id] ?? null, unit);
    return interval === undefined ? value : `${value} (${formatInterval(interval, unit)})`;
  }
  return '';
}

/** How many pass: `8/10`. */
export function tagPassing({ passing: { k, n } }: TagLine): string {
  return `${formatNumber(k)}/${formatNumber(n)}`;
}

/** What to keep in mind of a line: not all of its runs were measured. */
export function tagNote({ errors }: TagLine): string {
  return errors > 0 ? `${formatNumber(errors)} not measured` : '';
}

/** What to keep in mind of all lines: shares of few can be chance. Empty where no line is of few. */
export function fewNote(lines: readonly TagLine[]): string {
  const few = lines.filter(({ passing: { n } }) => n > 0 && n < FEW).length;
  if (few === 0) return '';
  return `${formatNumber(few)} of ${formatCount(lines.length, 'tag')} with fewer than ${FEW}: go by the intervals`;
}
