export { applyRequester } from './apply-requester.ts';
export { applyThresholds, buildGate, type ThresholdFlag } from './apply-thresholds.ts';
export { SUITE_CODES } from './codes.ts';
export { JUDGE_MODEL } from './build-judge.ts';
export { loadLinearRegex } from './load-linear-regex.ts';
export { loadSuite } from './load.ts';
export { loadYaml } from './load-yaml.ts';
export { type LoadedSuite, parseSuite } from './parse-suite.ts';
export { moduleFoldName } from './fold-metrics.ts';
export type {
  AgentPlan,
  ClassesFold,
  CountsFold,
  DrivePlan,
  EvalPlan,
  JudgePlan,
  Fold,
  LabelPlan,
  ModuleRef,
  OutputFold,
  CustomScorer,
  PythonFold,
  ScorerPlan,
  Selection,
  Suite,
  Template,
  TestPlan,
  ValueMatcher,
} from './plan.ts';
export { metricsOfPlan } from './metric-table.ts';
export { readCatalog } from './read-catalog.ts';
export { scorerPlan } from './scorer-plan.ts';
export { labelsSuite, tracesSuite } from './traces-suite.ts';
export { isTemplate, type ParsedTemplate, parseTemplate } from './template/template.ts';
