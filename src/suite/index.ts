export { applyRequester } from './plan/apply-requester.ts';
export { applyThresholds, buildGate, type ThresholdFlag } from './plan/apply-thresholds.ts';
export { SUITE_CODES, suiteError, suiteIssue } from './codes.ts';
export { JUDGE_MODEL } from './build/build-judge.ts';
export { loadLinearRegex } from './regex/load-linear-regex.ts';
export { loadSuite } from './load/load.ts';
export { loadYaml } from './load/load-yaml.ts';
export { parseSuite } from './load/parse-suite.ts';
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
export { readCatalog } from './files/read-catalog.ts';
export { scorerPlan } from './plan/scorer-plan.ts';
export { labelsSuite, tracesSuite } from './plan/traces-suite.ts';
