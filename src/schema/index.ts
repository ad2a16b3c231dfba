export type * from './api/overview.ts';
export type * from './api/run-summary.ts';
export type * from './api/labels.ts';
export * from './api/live.ts';
export type * from './api/runs.ts';
export type * from './api/sides.ts';
export type * from './api/suites.ts';
export type * from './api/try.ts';
export { type ApiSession, type Role, ROLES } from './api/session.ts';
export { VIEW_PATHS, type ViewName } from './api/view-paths.ts';
export {
  FOLD_NAMES,
  type FoldDocument,
  type FoldName,
  type NamedFoldDocument,
  type OutputFoldName,
  type RateFoldName,
} from './metric-entry.ts';
export {
  type AgentDocument,
  type ExampleDocument,
  type MergeDocument,
  NO_TOOL,
  type OverrideDocument,
  overrides,
  type OverridesDocument,
  type ServerDocument,
  trial,
  type TrialDocument,
} from './agent.ts';
export {
  AGENT_WAYS,
  type AgentKind,
  agentKind,
  dependentKeys,
  type DriveFlag,
  formatKinds,
  honours,
  kindsHonouring,
} from './agent-keys.ts';
export type { CallRulesDocument } from './call-rules.ts';
export { check, type Finding, MAX_FINDINGS, type Path } from './check.ts';
export type { DrivenDocument } from './driven.ts';
export { dropFaults } from './drop-faults.ts';
export type { EvalDocument } from './evaluation.ts';
export { type ExpectDocument, matcher, type MatcherDocument } from './expectation.ts';
export type { Schema } from './json-schema.ts';
export type { JudgeDocument, JurorDocument } from './judge.ts';
export type { SimulatedUserDocument } from './simulated-user.ts';
export type { ModelEntry, SettingsDocument } from './model-settings.ts';
export { evaluationSchema, expectationsSchema, scorerOptions } from './library-options.ts';
export type { CaseState, LabelAgreement, LabelStatus, LabelTask } from './label-status.ts';
export type { LabelSheet, SheetRow, SheetTool } from './label-sheet.ts';
export { parseCases, parseReport } from './parse-report.ts';
export {
  type ApiRunningRun,
  type DriveProgress,
  parseRunProgress,
  type RunProgress,
} from './run-progress.ts';
export {
  checkRunRecord,
  type KeptRun,
  parseRunRecord,
  type Revision,
  type RunRecord,
} from './run-record.ts';
export type { ModelDocument } from './model-keys.ts';
export type { EntryDocument, ScorerEntry } from './scorer-entry.ts';
export type { SelectDocument, SelectorDocument } from './selection.ts';
export { type SuiteDocument, suiteSchema } from './suite.ts';
export { suiteJsonSchema } from './suite-json-schema.ts';
export type { BlocksDocument, TestDocument } from './test.ts';
