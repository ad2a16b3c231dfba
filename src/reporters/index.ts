export { calibrationText, formatRun, formatRuns, labelStatusText, metricsText } from './print.ts';
export type { MetricEntry } from './metrics/document.ts';
export { escapeHtml } from './escape/html.ts';
export { escapeJson } from './escape/json.ts';
export { makeVisible } from './escape/visible.ts';
export { yamlText } from './escape/yaml.ts';
export { formatIssue } from './format-issue.ts';
export { hintShortener } from './wording/repeated-hints.ts';
export { clip } from './values/clip.ts';
export { formatCount, formatNumber } from './values/value.ts';
export {
  answerLine,
  type AnswerPart,
  answerParts,
  ratingMeanings,
} from './label-sheet/answer-words.ts';
export { contextText, conversationText } from './label-sheet/conversation-text.ts';
export { opinionsText, ratedText } from './label-sheet/opinions-text.ts';
export { askedText, runText } from './label-sheet/run-text.ts';
export type { PackedSheet } from './label-sheet/pack-sheet.ts';
export type { LabelSheet, SheetRow, SheetTool } from './label-sheet/sheet.ts';
export { formatClasses, yamlMember } from './tools/classes-yaml.ts';
export { formatSuiteDraft } from './suite-draft/format-suite-draft.ts';
export { stepSummary } from './github/step-summary.ts';
export type { ReporterOptions } from './reporter.ts';
export type {
  PairedCases,
  AgentPatch,
  ToolPatch,
  TriedCell,
  TriedEval,
  TriedShares,
  TriedTest,
  TriedTests,
  TriedTool,
  TryReport,
} from './try/try-report.ts';
export {
  DOCUMENT_REPORTER_NAMES,
  loadComparisonReporter,
  loadDriftReporter,
  loadInspectionReporter,
  findReporterLoss,
  loadReporter,
  loadSheetWriter,
  loadToolSetReporter,
  loadTryReporter,
  REPORTER_NAMES,
  type ReporterName,
} from './registry.ts';
export { type CaseColumns, columnCases } from './html/case-columns.ts';
export type { FrequentFault } from './html/frequent-faults.ts';
export type { IndexChanges, IndexComparison, IndexPart } from './html/index-comparison.ts';
export type { IndexVariants } from './html/index-variants.ts';
export { type Packed, unpack } from './html/pack.ts';
export { formatDrive } from './wording/drive-progress.ts';
export { filteredText } from './wording/filtered.ts';
export type { Provenance, TrendPoint } from './html/provenance.ts';
export { type IndexGate, indexReport, type ReportIndex } from './html/report-index.ts';
export { indexComparison } from './html/index-comparison.ts';
export { provenanceOf } from './history/run-provenance.ts';
export { GLYPHS, LABELS, VERDICTS } from './html/verdicts.ts';
export { visibleParts } from './html/visible-parts.ts';
export { gateName } from './values/gate-name.ts';
export { formatFailedGate } from './values/failed-gate.ts';
export { formatInterval, formatNeed, formatValue } from './values/value.ts';
export { explain, type Finding } from './wording/findings.ts';
export { judgeNotes, isJudged, judgeParts, partGates, questionParts } from './wording/judged.ts';
export { shownModes } from './wording/confused-labels.ts';
export { type Distribution, distributionsOf } from './usage/distributions.ts';
export { ARGUMENT_COLUMNS, argumentFigures } from './wording/argument-figures.ts';
export { endsText, offeredText, pointNote } from './wording/sweeps.ts';
export {
  fewNote,
  tagFigure,
  type TagLine,
  tagMetrics,
  tagNote,
  tagPassing,
} from './wording/tags.ts';
export { exposedTools } from './wording/exposed-tools.ts';
export { formatStopped } from './wording/stopped.ts';
export {
  type Block,
  type Cell,
  concat,
  joinTexts,
  name,
  piecesOf,
  type Row,
  type Table,
  type Text,
} from './document/index.ts';
export { driftDocument } from './drift/document.ts';
export { REPORT_PAGE_POLICY } from './html/page.ts';
export { headlineOf, sentenceOf } from './comparison/sentence.ts';
export { verdictLine } from './wording/verdict-line.ts';
export { type CasesToOpen, nextStep } from './overview/next-step.ts';
export { summariseReport } from './overview/summarise-report.ts';
export { duration, money } from './values/amounts.ts';
