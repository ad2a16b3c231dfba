export { EXTRA_LABEL, labelOfTool, NONE_LABEL } from './confusion-table.ts';
export { type Label, type LabelRow, parseLabel } from './label.ts';
export type { LabelOptions, SharedLabelOptions } from './labelled-case.ts';
export { MATRIX_METRICS } from './judge-matrix-gate.ts';
