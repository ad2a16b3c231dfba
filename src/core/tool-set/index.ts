export { analyseTools } from './analyse-tools.ts';
export { parseCatalog } from './parse-catalog.ts';
export type * from './tool-set-report.ts';
export { ToolUses } from './tool-uses.ts';
