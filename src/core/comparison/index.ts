export { compareReports, overallChange } from './compare-reports.ts';
export { runsOfCase } from './find-parts.ts';
export { directionOf } from './pair-units.ts';
export type { UsageBounds } from './compare-usage.ts';
export type * from './comparison.ts';
export { changedJudge } from './judge-drift.ts';
export type { RegressionDemand } from './judge-regression.ts';
