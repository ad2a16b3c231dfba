import type { ScoreReport } from './report.ts';

/** A score without evidence: what nothing was found about. */
export const EMPTY_SCORE: Omit<ScoreReport, 'scorer' | 'key' | 'tally' | 'metrics' | 'units'> = {
  calls: [],
  missed: [],
  unexpected: [],
  vacuous: false,
  judged: false,
  callsTotal: {},
  misses: { total: 0, items: [] },
  intervals: {},
  worst: null,
  vacuousRuns: 0,
  purpose: 'score',
  displayName: null,
};
