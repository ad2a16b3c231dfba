export { analyseTools, type ToolSetContext } from './analyse-tools.ts';
export { type ParsedCatalog, parseCatalog } from './parse-catalog.ts';
export type * from './tool-set-report.ts';
export { ToolUses } from './tool-uses.ts';
