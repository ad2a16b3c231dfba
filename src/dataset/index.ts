export { datasetError, datasetIssue } from './codes.ts';
export { sha256 } from './hash.ts';
export { importRows } from './imports/import-rows.ts';
export { convertRagas } from './imports/ragas.ts';
export { type Answer, isRating, readAnswer, type Task, TASKS } from './labels/answer.ts';
export { assignLabels } from './labels/assign-labels.ts';
export { type Assignments, readAssignments } from './labels/assignments.ts';
export { changeLabel, returnCase } from './labels/change-label.ts';
export { checkLabels, type FilledRow } from './labels/check-labels.ts';
export { describeAgreement } from './labels/describe-agreement.ts';
export { LabelBook } from './labels/label-book.ts';
export { importLabels, type LabelImport, lockLabels } from './labels/import-labels.ts';
export { checkReviewer, readLabels } from './labels/label-files.ts';
export { type LabelRecord, recordHash } from './labels/label-record.ts';
export { labelStatus } from './labels/label-status.ts';
export { expectedLabels, type LabelledSample, openLabels } from './labels/open-labels.ts';
export { readSheet, rowsError } from './labels/read-sheet.ts';
export { ratedCall } from './labels/rated-call.ts';
export { pullRows } from './push/pull-rows.ts';
export type { ExperimentRun } from './push/experiment-run.ts';
export { ExperimentTarget } from './push/push-experiment.ts';
export { pushVersion } from './push/push-version.ts';
export {
  isSampleFolder,
  loadSample,
  readOptional,
  SAMPLE_FILES,
  type SampleFolder,
} from './sampling/sample-folder.ts';
export { CaseQueue } from './sampling/case-queue.ts';
export { createSample } from './sampling/create-sample.ts';
export { Drawing, type DrawingSetup } from './sampling/drawing.ts';
export { type ReadDrawing, readHere } from './sampling/draw-sample.ts';
export type { SampleManifest } from './sampling/sample.ts';
export { type OfferedTool, toolsOffered } from './sampling/offered-tools.ts';
export type { SamplePlan } from './sampling/sampler.ts';
export { type DatasetVersion, freezeDataset, weightOf } from './versions/dataset-version.ts';
export { diffVersions } from './versions/diff-versions.ts';
export {
  findVersion,
  listVersions,
  newestVersion,
  readVersionAt,
  saveVersion,
  versionFile,
} from './versions/version-files.ts';
