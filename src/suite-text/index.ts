export type { SuiteContext } from './build/build.ts';
export { JUDGE_MODEL } from './build/build-judge.ts';
export { suiteError, suiteIssue } from './codes.ts';
export { applyRequester } from './plan/apply-requester.ts';
export { applyThresholds, buildGate, type ThresholdFlag } from './plan/apply-thresholds.ts';
export type {
  AgentPlan,
  DrivePlan,
  EvalPlan,
  JudgePlan,
  ScorerPlan,
  Selection,
  Suite,
  TestPlan,
} from './plan/plan.ts';
export { scorerPlan } from './plan/scorer-plan.ts';
export { type ExpectedKeys, hideForeignText } from './problems/hide-foreign-text.ts';
export { type PlacedIssue, toIssues } from './problems/problems.ts';
export {
  checkPlan,
  type LoadedSuite,
  planSuite,
  readSuiteText,
  type SuiteText,
} from './read/plan-suite.ts';
export { loadLinearRegex } from './regex/load-linear-regex.ts';
export { Locator } from './yaml/locator.ts';
export { eventsOf } from './yaml/parse-document.ts';
export { addSchemaProblem } from './yaml/schema-problems.ts';
export type { SuiteEdit } from './edit/apply-edit.ts';
export { editSuiteText } from './edit/edit-suite-text.ts';
