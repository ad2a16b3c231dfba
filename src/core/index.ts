export { type Correct, refuseCorrection } from './corrected-gate.ts';
export { decideGate } from './decide-gate.ts';
export { type Decimal, decimalOf, exactNumber, parseDecimal } from './decimal.ts';
export type { Relaxations } from './argument-rules.ts';
export {
  type CallRules,
  type CallRuleSpec,
  compileCallRules,
  NO_CALL_RULES,
  type UnwrapRule,
} from './call-rules.ts';
export { findTextCall, TEXT_CALL_CODE, textCallMessage } from './text-calls.ts';
export { compileRequesters, rejectUnknownRequesters, RequesterCounts } from './requester.ts';
export { describeJsonFault } from './describe-json-fault.ts';
export { canonicalJson, equalJson } from './equal-json.ts';
export { explainGap, judgeGate, observeGap, worstVerdict } from './gate-report.ts';
export type { RunOrder } from './measure/evidence.ts';
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
export { type ExpectedCall, type ExpectedCallSpec } from './expectation.ts';
export { type ExpectedTools, type SavedTool, SeenTools } from './expected-tools.ts';
export { type Gate, GATE_OPS, type GateOp, parseGateValue } from './gate.ts';
export { MARKER_TYPES, MARKERS } from './markers.ts';
export { formatTrace } from './format-trace.ts';
export {
  asError,
  asWarning,
  type CodeTable,
  type CodeWith,
  type IssueOf,
  issuesOf,
  severityOf,
  type UserErrorOf,
  userErrorsOf,
} from './code-table.ts';
export { CORE_CODES, JSON_CODES, TRACE_CODES } from './codes.ts';
export { type Issue, optionError, type Place, userError, UserError } from './issue.ts';
export { ExactNumber, isJsonObject, type Json, type JsonObject } from './json.ts';
export { metricNumber, type MetricSpec, metricValue, type Unit } from './metric.ts';
export type { NativeCall, NativeTool, NativeTrace } from './native-trace.ts';
export { parseJson } from './parse-json.ts';
export { parseTrace } from './parse-trace.ts';
export { type JsonFault } from './parsed-json.ts';
export { stringifyAsWritten, stringifyJson } from './stringify-json.ts';
export { MAX_CANDIDATES, suggest } from './suggest.ts';
export { ignoreTypes } from './ignore-types.ts';
export { countAnswers } from './count-answers.ts';
export { toNativeCall, toNativeTrace } from './to-native-trace.ts';
export * from './comparison/index.ts';
export {
  BILLION,
  USAGE_FIGURES,
  type UsageColumns,
  type UsageFigure,
  usageOfRun,
  type UsageTotals,
} from './run-usage.ts';
export * from './inspection/index.ts';
export * from './judge/index.ts';
export type * from './judge/calibration.ts';
export * from './labels/index.ts';
export * from './redaction/index.ts';
export { CallChecker } from './call-checker.ts';
export * from './relevance/index.ts';
export * from './tool-set/index.ts';
export { explainName, isName } from './trace-fields.ts';
export { LIMITS } from './trace-findings.ts';
export type * from './report.ts';
export type {
  CallVerdict,
  CompiledScorer,
  RunScore,
  RowOption,
  Scorer,
  Services,
} from './scorer.ts';
export {
  type AnyTrace,
  compileScorer,
  type Expectations,
  type ScorerName,
  type ScorerOptions,
  scoreTrace,
  scoreTraces,
  toTrace,
} from './score-trace.ts';
export { evaluate } from './evaluation/evaluate.ts';
export type {
  Evaluation,
  EvaluationFold,
  EvaluationGate,
  EvaluationScorer,
  Row,
} from './evaluation/evaluation.ts';
export { REPEATS_METRICS, repeatsReport } from './repeats-report.ts';
export { rawMetrics, weightedMetrics } from './weight.ts';
export { reportVerdict, settleReport, totalsOf, unmeasuredOf, verdictOf } from './settle-report.ts';
export { shareReport } from './share-report.ts';
export { findScorer, SCORERS } from './scorers/index.ts';
export type { ToolClass } from './scorers/equal-function-sets.ts';
export type { WeightedCriterion } from './scorers/answer.ts';
export type { FunctionCallCoverageOptions } from './scorers/function-call-coverage.ts';
export type { ToolCallF1Options } from './scorers/tool-call-f1.ts';
export { wilsonInterval } from './statistics.ts';
export * from './statistics/index.ts';
export {
  formatPattern,
  patternKey,
  ToolIndex,
  toolOfPattern,
  type ToolPattern,
} from './tool-pattern.ts';
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
} from './trace.ts';
export { ScorerCompiler } from './measure/scorer-compiler.ts';
export { orderAt, type RunNumbersState, AFTER_ALL_JOBS } from './measure/run-numbers.ts';
export { plainCall } from './measure/plain-call.ts';
export type { RunOutcome } from './measure/measure-state.ts';
export { type WeightChoice } from './measure/weighted-sums.ts';
export { CaseRuns } from './measure/case-runs.ts';
export { formatPlace } from './format-place.ts';
export {
  metricsOfPlan,
  findMetric,
  type FoundMetric,
  type GateScope,
  beginningsOf,
  isOverLabels,
  metricFinder,
  scorerOfMetric,
} from './measure/metric-table.ts';
export { NameSums } from './measure/name-sums.ts';
export { type GateableMetric, foldMetrics } from './measure/fold-metrics.ts';
export type { CodeFoldInput, CodeFoldOutputs } from './measure/fold-sums.ts';
export { TestSums, type TestState } from './measure/test-sums.ts';
export { EvalSums } from './measure/eval-sums.ts';
export { emptyTrace, erroredIssue } from './measure/errored-run.ts';
export type { Finished } from './measure/finished.ts';
