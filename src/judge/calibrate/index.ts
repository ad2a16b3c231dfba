export {
  calibrateJudges,
  type CalibrationPlan,
  type Judges,
  planCalibration,
} from './calibrate-judges.ts';
export {
  type AskedNow,
  formatCalibration,
  isStale,
  quoteCalibration,
  readCalibration,
  type ReadCalibration,
} from './calibration-file.ts';
export { CALIBRATION_CODES } from './codes.ts';
export { type AskedKind, correctByCalibration, correctionBy } from './correct-by-calibration.ts';
export { gradeOf } from './grade-of.ts';
export type { AnswerLookup } from './judge-view.ts';
export { type CaseRating, clauseOf, type RatedCase, type RatedSet } from './rated-case.ts';
