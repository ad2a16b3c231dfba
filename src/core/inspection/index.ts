export { INSPECTION_METRICS, inspectionGaps, inspectionValues } from './inspection-metrics.ts';
export type * from './inspection-report.ts';
export { type Inspected, Inspector } from './inspector.ts';
