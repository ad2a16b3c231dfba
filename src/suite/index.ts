export { applyRequester } from './plan/apply-requester.ts';
export { applyThresholds, buildGate, type ThresholdFlag } from './plan/apply-thresholds.ts';
export { SUITE_CODES } from './codes.ts';
export { JUDGE_MODEL } from './build/build-judge.ts';
export { loadLinearRegex } from './regex/load-linear-regex.ts';
export { loadSuite } from './load.ts';
export { loadYaml } from './load-yaml.ts';
export { parseSuite } from './parse-suite.ts';
export { moduleFoldName } from './plan/fold-metrics.ts';
export type {
  AgentPlan,
  ClassesFold,
  CountsFold,
  DrivePlan,
  EvalPlan,
  JudgePlan,
  Fold,
  OutputFold,
  PythonFold,
  ScorerPlan,
  Selection,
  Suite,
  Template,
  TestPlan,
} from './plan/plan.ts';
export { metricsOfPlan } from './plan/metric-table.ts';
export { readCatalog } from './files/read-catalog.ts';
export { scorerPlan } from './plan/scorer-plan.ts';
export { labelsSuite, tracesSuite } from './plan/traces-suite.ts';
