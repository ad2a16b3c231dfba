export { type Correct, rejectCorrection } from './gates/corrected-gate.ts';
export { decideGate } from './gates/decide-gate.ts';
export { type Decimal, decimalOf, exactNumber, parseDecimal } from './json/decimal.ts';
export type { Relaxations } from './arguments/argument-rules.ts';
export { type ArgumentDifference, listDifferences } from './arguments/list-differences.ts';
export {
  type CallRules,
  type CallRuleSpec,
  compileCallRules,
  NO_CALL_RULES,
  type UnwrapRule,
} from './calls/call-rules.ts';
export { toSkillTrace } from './skills/index.ts';
export { findTextCall, TEXT_CALL_CODE, textCallMessage } from './trace/text-calls.ts';
export {
  compileRequesters,
  rejectUnknownRequesters,
  type RequesterCount,
  RequesterCounts,
} from './calls/requester.ts';
export { describeJsonFault } from './json/describe-json-fault.ts';
export { compileSchema } from './json-schema/index.ts';
export { canonicalJson, equalJson } from './json/equal-json.ts';
export { explainGap, judgeGate, observeGap } from './gates/gate-report.ts';
export { worstVerdict } from './gates/worst-verdict.ts';
export type { RunOrder } from './measure/evidence.ts';
export { quoteWhole, type WholeCall, type WholeRun } from './run-evidence/quote-whole.ts';
export { formatWhere, type RunLocation, type RunSource } from './run-evidence/run-source.ts';
export { type Fold, type PythonFold } from './measure/fold.ts';
export type { Corrections } from './measure/judging.ts';
export {
  type CustomOutputs,
  type MeasurePlan,
  type ScorerPlan,
  type Template,
} from './measure/plan.ts';
export {
  EVIDENCE_CAP,
  EvidenceLog,
  type EvidenceLogState,
  ISSUES_COUNTED,
} from './measure/evidence-log.ts';
export { type ExpectedCall, type ExpectedCallSpec } from './calls/expectation.ts';
export { type ExpectedTools, type SavedTool, SeenTools } from './tools/expected-tools.ts';
export { type Gate, GATE_OPS, type GateOp, parseGateValue } from './gates/gate.ts';
export { MARKER_TYPES, MARKERS } from './arguments/markers.ts';
export { derivedLines } from './report/sweeps.ts';
export { VALUE_MARKERS } from './arguments/value-markers.ts';
export { parseDay } from './arguments/calendar-day.ts';
export { formatTrace } from './trace/format-trace.ts';
export {
  asError,
  asWarning,
  type CodeWith,
  type IssueOf,
  issuesOf,
  severityOf,
  type UserErrorOf,
  userErrorsOf,
} from './issues/code-table.ts';
export { JSON_CODES } from './issues/codes/core.ts';
export { DATASET_CODES } from './issues/codes/dataset.ts';
export { DRIVE_CODES } from './issues/codes/drivers.ts';
export { CALIBRATION_CODES, JUDGE_CODES } from './issues/codes/judge.ts';
export { FILE_CODES, PEER_CODES, SOURCE_CODES, TEXT_CODES } from './issues/codes/platform.ts';
export { READ_CODES } from './issues/codes/readers.ts';
export { REPORT_CODES } from './issues/codes/report.ts';
export { RUN_CODES } from './issues/codes/run.ts';
export { SERVER_CODES } from './issues/codes/server.ts';
export { STORE_CODES } from './issues/codes/store.ts';
export { SUITE_CODES } from './issues/codes/suite.ts';
export { type Issue, optionError, type Place, UserError } from './issues/issue.ts';
export { ExactNumber, isJsonObject, type Json, type JsonObject } from './json/json.ts';
export { metricNumber, type MetricSpec, metricValue, type Unit } from './metrics/metric.ts';
export type {
  CallInput,
  NativeCall,
  NativeTool,
  NativeTrace,
  TraceInput,
} from './trace/native-trace.ts';
export { parseJson } from './json/parse-json.ts';
export { parseTrace } from './trace/parse-trace.ts';
export { type JsonFault } from './json/parsed-json.ts';
export { isPlainJson, stringifyAsWritten, stringifyJson } from './json/stringify-json.ts';
export { isSourceUrl } from './text/is-source-url.ts';
export { withoutCredentials } from './text/without-credentials.ts';
export { shorten } from './text/shorten.ts';
export { MAX_CANDIDATES, suggest } from './text/suggest.ts';
export { wordsOf } from './run-evidence/conversation.ts';
export { ignoreTypes } from './trace/ignore-types.ts';
export { AnswerModels } from './trace/answer-models.ts';
export { countAnswers } from './trace/count-answers.ts';
export { toNativeCall, toNativeTrace } from './trace/to-native-trace.ts';
export * from './comparison/index.ts';
export {
  BILLION,
  USAGE_FIGURES,
  type UsageColumns,
  type UsageFigure,
  usageOfRun,
  type UsageTotals,
} from './trace/run-usage.ts';
export * from './inspection/index.ts';
export * from './drift/index.ts';
export {
  type AnyQuestion,
  type AnyVerdict,
  type AnswerQuestion,
  type AnswerVerdict,
  type ArgumentsQuestion,
  type ArgumentsVerdict,
  type GoalQuestion,
  type GoalVerdict,
  type Grade,
  gradeParts,
  GRADES,
  type JudgeAnswer,
  type JudgedRun,
  type JudgeError,
  type JudgeUsage,
  type JudgeVerdict,
  type Question,
  questionKey,
  ruleOf,
  type Ruling,
  type Rulings,
  type ToolsQuestion,
  type ToolsVerdict,
  UNWANTED,
  type VerdictOn,
} from './judge/index.ts';
export type {
  Calibration,
  RatingCounts,
  IntervalFigure,
  JudgeUse,
  JudgeCalibration,
  KindCalibration,
  GroupAgreement,
  CorrectedShare,
  Estimate,
  GateCorrection,
  CalibrationQuote,
  ProbeChanges,
  Canaries,
  JudgeDifference,
} from './judge/calibration.ts';
export * from './labels/index.ts';
export {
  policyOf,
  redactCalls,
  REDACTED,
  redactComparison,
  redactIssue,
  type RedactionPolicy,
  redactNames,
  Redactor,
  redactReport,
  redactText,
  redactTrace,
  SECRETS_ONLY,
  WITH_PII,
  withKnown,
} from './redaction/index.ts';
export { CallChecker, type CallFinding, type CheckedCalls } from './calls/call-checker.ts';
export * from './relevance/index.ts';
export * from './suite-draft/index.ts';
export * from './tool-set/index.ts';
export { explainName, isName } from './trace/trace-fields.ts';
export { LIMITS } from './trace/trace-findings.ts';
export { FAILURE_MODES, type FailureMode } from './labels/failure-modes.ts';
export {
  type CaseList,
  type EntryList,
  entriesOf,
  isAddressable,
  searchTextOf,
} from './entries/entry-list.ts';
export {
  baselineChanges,
  countVerdicts,
  type EntryFilter,
  entryFilter,
  type FilterContext,
  filterEntries,
  NO_FILTER,
  searchTerms,
  shownVerdict,
} from './entries/filter-entries.ts';
export { findExample, isReason } from './entries/find-example.ts';
export type { ReportEntry } from './entries/report-entry.ts';
export { OpenGates } from './report/open-gates.ts';
export type * from './report/report.ts';
export type { CallVerdict, CompiledScorer, RunScore, Scorer, Services } from './scoring/scorer.ts';
export {
  type AnyTrace,
  compileScorer,
  type Expectations,
  scoreTrace,
  scoreTraces,
  toTrace,
} from './evaluation/score-trace.ts';
export type { Known, ScoreOf, ScoresOf } from './evaluation/score-of.ts';
export type { GateId, MetricId } from './metrics/metric-id.ts';
export { evaluate } from './evaluation/evaluate.ts';
export type {
  Evaluation,
  EvaluationFold,
  EvaluationGate,
  EvaluationScorer,
  Row,
} from './evaluation/evaluation.ts';
export { REPEATS_METRICS, repeatsReport } from './measure/repeats-report.ts';
export { rawMetrics, weightedMetrics } from './metrics/weight.ts';
export {
  reportVerdict,
  settleReport,
  totalsOf,
  unmeasuredOf,
  verdictOf,
} from './report/settle-report.ts';
export type { RenderedKind, RowOption, SuiteForm } from './scoring/suite-form.ts';
export { mergeTools } from './merge-tools/merge-tools.ts';
export { shareReport } from './report/share-report.ts';
export { tagsOfRow } from './measure/row-tags.ts';
export { tagsColumnOf } from './measure/tag-sums.ts';
export * as schemas from './schema/schema.ts';
export {
  findScorer,
  type RegisteredScorer,
  type ScorerMetrics,
  type ScorerName,
  type ScorerOptions,
  SCORERS,
} from './scorers/index.ts';
export {
  type ClassMap,
  classMap,
  listClasses,
  type ToolClass,
  toolClass,
  type ToolClasses,
} from './tools/tool-class.ts';
export { toolList, toolPattern } from './tools/tool-schema.ts';
export type { ClassRef } from './tools/tool-class.ts';
export type { FunctionCallCoverageOptions } from './scorers/function-call-coverage/options.ts';
export type { ToolCallF1Options } from './scorers/tool-call-f1/options.ts';
export type { TrajectoryOptions } from './scorers/trajectory/options.ts';
export { wilsonInterval } from './statistics/intervals.ts';
export * from './statistics/index.ts';
export {
  formatPattern,
  patternKey,
  ToolIndex,
  toolOfPattern,
  type ToolPattern,
} from './tools/tool-pattern.ts';
export {
  type Arguments,
  type CallStatus,
  formatTool,
  type ToolCall,
  type ToolRef,
  type ToolSpec,
  type TraceFault,
  type Said,
  type Trace,
  type Usage,
} from './trace/trace.ts';
export { ScorerCompiler } from './measure/scorer-compiler.ts';
export { orderAt, type RunNumbersState, AFTER_ALL_JOBS } from './measure/run-numbers.ts';
export { plainCall } from './measure/plain-call.ts';
export type { CountedPile, CountedTool } from './trace/counted-pile.ts';
export type { RunOutcome } from './measure/measure-state.ts';
export { type WeightChoice } from './measure/weighted-sums.ts';
export { CaseRuns } from './measure/case-runs.ts';
export { formatPlace } from './issues/format-place.ts';
export {
  metricsOfPlan,
  findMetric,
  type FoundMetric,
  type GateScope,
  beginningsOf,
  findMatrixPlan,
  metricFinder,
  scorerOfMetric,
} from './measure/metric-table.ts';
export { NameSums } from './measure/name-sums.ts';
export { type GateableMetric, foldMetrics } from './measure/fold-metrics.ts';
export type { CodeFoldInput, CodeFoldOutputs } from './measure/fold-sums.ts';
export { TestSums, type TestState, verdictOfRun } from './measure/test-sums.ts';
export { EvalSums } from './measure/eval-sums.ts';
export { canCountAsEmpty, emptyTrace, erroredIssue } from './measure/errored-run.ts';
export type { Finished } from './measure/finished.ts';
export { RunRecorder } from './rescoring/run-recorder.ts';
export { covers, extentOf } from './rescoring/trace-form.ts';
export type { RecordedEval, RecordedTest, ScoredExtent } from './rescoring/recorded-runs.ts';
export { TestReplay } from './rescoring/rescore-test.ts';
export { EvalReplay } from './rescoring/rescore-eval.ts';
export { findObstacle } from './rescoring/find-obstacle.ts';
export { needsPatterns } from './measure/needs-patterns.ts';
