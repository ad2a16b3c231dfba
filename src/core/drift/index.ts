export { comparePiles } from './compare-piles.ts';
export { DRIFT_METRICS, DRIFT_SHARE } from './drift-metrics.ts';
export type {
  BeforeAfter,
  DriftReport,
  MeanDrift,
  PileReport,
  RateDrift,
  RunShare,
  ShareChange,
  ToolDrift,
} from './drift-report.ts';
export { driftValues } from './drift-values.ts';
export { judgeDriftGate } from './judge-drift-gate.ts';
export { PileSums } from './pile-sums.ts';
