export { calibrationText, formatRun, formatRuns, labelStatusText } from './print.ts';
export { escapeJson } from './escape/json.ts';
export { makeVisible } from './escape/visible.ts';
export { yamlText } from './escape/yaml.ts';
export { formatIssue } from './format-issue.ts';
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
export { stepSummary } from './github/step-summary.ts';
export type { ReporterOptions } from './reporter.ts';
export type {
  PairedCases,
  AgentPatch,
  ToolPatch,
  TriedCell,
  TriedEval,
  TriedTool,
  TryReport,
} from './try/try-report.ts';
export {
  DOCUMENT_REPORTER_NAMES,
  loadComparisonReporter,
  loadInspectionReporter,
  loadReporter,
  loadSheetWriter,
  loadToolSetReporter,
  loadTryReporter,
  REPORTER_NAMES,
  type ReporterName,
} from './registry.ts';
