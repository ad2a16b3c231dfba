export { INSPECTION_METRICS, inspectionGaps, inspectionValues } from './inspection-metrics.ts';
export type { InspectionReport, FormatReport, ToolUse, Finding } from './inspection-report.ts';
export {
  Inspector,
  type InspectorState,
  type ScannedCall,
  type ScannedUsage,
} from './inspector.ts';
