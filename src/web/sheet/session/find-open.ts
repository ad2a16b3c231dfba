import type { CaseProgress } from './case-entry.ts';

/** The next case without an answer, from the start again after the last; null where there is none. */
export function findOpen(
  count: number,
  from: number,
  progressAt: (place: number) => CaseProgress,
): number | null {
  for (let step = 1; step <= count; step++) {
    const place = (from + step) % count;
    const progress = progressAt(place);
    if (progress === 'open' || progress === 'draft') return place;
  }
  return null;
}
