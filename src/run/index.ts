export type { ReadProgress } from './bulk/meter.ts';
export { RUN_CODES } from './codes.ts';
export { CONVERSION_TARGETS, convertTraces, type ConvertOptions } from './convert.ts';
export { ConversionTally } from './conversion-tally.ts';
export { draftPrompts } from './draft-prompts/draft-prompts.ts';
export type { DraftedPrompts, DraftOptions } from './draft-prompts/drafting.ts';
export {
  type CalibrateOptions,
  type PlannedCalibration,
  planSuiteCalibration,
} from './calibrate/calibrate-suite.ts';
export { captureProgram } from './capture.ts';
export type { CapturedProgram } from './drive/capture-program.ts';
export type { DriveOptions } from './drive/drive.ts';
export { isDrivenEval, isDrivenTest } from './drive/is-driven.ts';
export type { JudgeOptions, PlannedQuestions } from './judging/judge-options.ts';
export { summariseQuestions } from './judging/summarise-questions.ts';
export type { DriveProgress } from './drive/drive-meter.ts';
export {
  type PlannedPart,
  type PlanOptions,
  type PlanSummary,
  summarisePlan,
} from './drive/plan-summary.ts';
export { datasetPath } from './dataset-path.ts';
export { EXIT, exitCodeOf, worstExit } from './exit-code.ts';
export { type InspectOptions, inspectTraces } from './inspect.ts';
export { Interrupted } from './interrupted.ts';
export { loadSuites } from './load-suites.ts';
export { forgetDatasets } from './read-dataset.ts';
export type { ScoredRun } from './scored-run.ts';
export { mergeReports } from './merge-reports.ts';
export { withBaseline } from './regression.ts';
export { runSuites, type RunOptions } from './run.ts';
export { type CollectedTools, collectTools, type NamedServer } from './tool-lists/collect-tools.ts';
export { tryOverrides, type TryOptions } from './try/try-overrides.ts';
export { compileSelector, type Selector } from './selector.ts';
