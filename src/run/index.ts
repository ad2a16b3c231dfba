export type { ReadProgress } from './reading/meter.ts';
export { runError, runIssue } from './issues/run-codes.ts';
export { CONVERSION_TARGETS, convertTraces, type ConvertOptions } from './convert/convert.ts';
export { ConversionTally } from './convert/conversion-tally.ts';
export { draftPrompts } from './draft-prompts/draft-prompts.ts';
export type { DraftedPrompts, DraftOptions } from './draft-prompts/drafting.ts';
export { type PlannedCalibration, planSuiteCalibration } from './calibrate/calibrate-suite.ts';
export { openJudgeReasons } from './labelling/judge-reasons.ts';
export {
  importContext,
  type LabelContext,
  openLabelling,
  openTask,
  type TaskCases,
} from './labelling/open-labelling.ts';
export { sheetRows } from './labelling/sheet-rows.ts';
export { captureProgram } from './capture.ts';
export type { CapturedProgram } from './drive/capture-program.ts';
export type { DriveOptions } from './drive/drive.ts';
export { isDrivenEval, isDrivenTest } from './drive/is-driven.ts';
export type { JudgeOptions, PlannedQuestions } from './judging/judge-options.ts';
export { type PlannedPart, type PlanSummary } from './drive/plan-summary.ts';
export { datasetPath } from './datasets/dataset-path.ts';
export { recordedTrace } from './datasets/dataset-row.ts';
export {
  EXIT,
  exitCodeOf,
  exitCodeOfProgram,
  exitCodeOfReading,
  exitCodeOfSignal,
  exitCodeOfThresholds,
  exitCodeOfTools,
  exitCodeOfTrial,
  worstExit,
} from './exit-code.ts';
export { applySeed } from './apply-seed.ts';
export { liveFolder } from './drive/live-folder.ts';
export { whyNoExecution } from './execution/why-no-execution.ts';
export type { RunFacts } from './history/keep-run.ts';
export { type MadeRun, openRun, type OpenRunOptions, type RunPlan } from './open-run.ts';
export { tryFolder } from './try/try-folder.ts';
export { driftRecords, driftTraces } from './drift/drift-traces.ts';
export { inspectTraces } from './inspect.ts';
export { readDrawing } from './reading/read-drawing.ts';
export { type AgentLogs, findAgentLogs } from './my-agents/find-logs.ts';
export { Interrupted } from './limits/interrupted.ts';
export { findSuiteFiles, loadSuites } from './load-suites.ts';
export { forgetDatasets } from './datasets/read-dataset.ts';
export type { ScoredRun } from './eval-runs/scored-run.ts';
export { mergeReports } from './merge-reports.ts';
export { type AskedRegression, settleRule } from './history/regression.ts';
export { runSuites } from './run.ts';
export { type SuiteStatement, suiteStatements } from './push-down/suite-statements.ts';
export { type CollectedTools, collectTools, type NamedServer } from './tool-lists/collect-tools.ts';
export type { JudgeToolsOptions } from './judge-tools/judge-options.ts';
export { judgeTools } from './judge-tools/judge-tools.ts';
export { tryOverrides } from './try/try-overrides.ts';
export { logIn } from './login/log-in.ts';
export { compileSelector } from './selection/selector.ts';
export { recordSuite } from './recording/record-suite.ts';
export { TraceScorer, type TraceScore } from './single-traces/trace-scorer.ts';
export { chooseTraces, type ChosenTraces, searchTraces } from './suite-draft/choose-traces.ts';
export { draftSuite, type DraftedSuite } from './suite-draft/draft-suite.ts';
export { planTrial } from './try/plan-trial.ts';
export { findTrialObstacle } from './try/trial-obstacle.ts';
export { type WorkersOptions, WorkersSession } from './workers/session.ts';
export { JobWorker } from './workers/worker.ts';
export { WorkerLog, type WorkerCounts } from './workers/worker-log.ts';
