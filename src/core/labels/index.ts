export { toolLabels } from './confusion-report.ts';
export { type ConfusionTable, EXTRA_LABEL, labelOfTool, NONE_LABEL } from './confusion-table.ts';
export type { FailureMode } from './failure-modes.ts';
export {
  type Label,
  type LabelCall,
  type LabelRow,
  type LabelTool,
  type ParsedLabel,
  parseLabel,
} from './label.ts';
export { LabelSums } from './label-sums.ts';
export type { LabelOptions, SharedLabelOptions } from './labelled-case.ts';
export { mergeTools } from './merge-tools.ts';
export { judgeMatrixGate, MATRIX_METRICS } from './judge-matrix-gate.ts';
export type { ToolArgsShapeOptions } from './tool-args.ts';
export type { ToolArgsValidOptions } from './tool-args-valid.ts';
export type { ToolNameMatchOptions } from './tool-name-match.ts';
