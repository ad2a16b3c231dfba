export { analyseTools, type ToolSetContext } from './analyse-tools.ts';
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
export { ToolUses } from './tool-uses.ts';
