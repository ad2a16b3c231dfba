export {
  type AgentPlan,
  applyRequester,
  applyThresholds,
  buildGate,
  type DrivePlan,
  type EvalPlan,
  JUDGE_MODEL,
  type JudgePlan,
  loadLinearRegex,
  readSuiteText,
  scorerPlan,
  type ScorerPlan,
  type Selection,
  type Suite,
  suiteError,
  suiteIssue,
  type TestPlan,
  type ThresholdFlag,
} from '#suite-text';
export { loadSuite } from './load/load.ts';
export { loadYaml } from './load/load-yaml.ts';
export { parseSuite } from './load/parse-suite.ts';
export { readCatalog } from './files/read-catalog.ts';
export { readSkill, SKILL_FILE } from './files/read-skill.ts';
export { labelsSuite, tracesSuite } from './traces-suite.ts';
