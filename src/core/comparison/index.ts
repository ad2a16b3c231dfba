export { compareReports } from './compare-reports.ts';
export type { UsageBounds } from './compare-usage.ts';
export type * from './comparison.ts';
export { changedJudge } from './judge-drift.ts';
export type { RegressionDemand } from './judge-regression.ts';
