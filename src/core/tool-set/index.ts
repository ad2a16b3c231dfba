export {
  analyseTools,
  analyseToolSet,
  type ToolSetAnalysis,
  type ToolSetContext,
} from './analyse-tools.ts';
export { MIN_DOUBTFUL } from './find-doubtful.ts';
export { joinJudged } from './join-judged.ts';
export type { JudgedPair, JudgedTools } from './judged-report.ts';
export { parseCatalog } from './parse-catalog.ts';
export type {
  ListedTool,
  Likeness,
  LikelySet,
  ConfusablePair,
  LintRule,
  LintFinding,
  ToolSetReport,
} from './tool-set-report.ts';
export { toolsQuestion } from './tools-question.ts';
export { ToolUses } from './tool-uses.ts';
export { lintSkill, type SkillFile, toolOfSkill } from './skill-file.ts';
