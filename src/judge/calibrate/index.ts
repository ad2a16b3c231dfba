export { calibrateJudges, planCalibration } from './calibrate-judges.ts';
export { formatCalibration, quoteCalibration, readCalibration } from './calibration-file.ts';
export { calibrationIssue } from './codes.ts';
export { correctByCalibration, correctionBy } from './correct-by-calibration.ts';
export { gradeOf } from './grade-of.ts';
export { type CaseRating, clauseOf, type RatedCase, type RatedSet } from './rated-case.ts';
export { missingVerdicts } from './missing-verdicts.ts';
