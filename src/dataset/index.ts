export { DATASET_CODES, datasetIssue } from './codes.ts';
export { sha256 } from './hash.ts';
export { importRows } from './imports/import-rows.ts';
export { convertRagas } from './imports/ragas.ts';
export { type Answer, isRating, readAnswer, type Task, TASKS } from './labels/answer.ts';
export { assignLabels, type AssignOutcome } from './labels/assign-labels.ts';
export { type Assignments, readAssignments } from './labels/assignments.ts';
export {
  checkLabels,
  type CheckedLabels,
  type FilledRow,
  type LabelSource,
} from './labels/check-labels.ts';
export { LabelBook } from './labels/label-book.ts';
export { type ImportOutcome, importLabels, type LabelImport } from './labels/import-labels.ts';
export { checkReviewer, readLabels } from './labels/label-files.ts';
export type { LabelRecord } from './labels/label-record.ts';
export { type LabelAgreement, labelStatus, type LabelStatus } from './labels/label-status.ts';
export { expectedLabels, type LabelledSample, openLabels } from './labels/open-labels.ts';
export type { RatedParts } from './labels/read-rating.ts';
export { readSheet } from './labels/read-sheet.ts';
export { type RatedCall, ratedCall } from './labels/rated-call.ts';
export { pullRows } from './push/pull-rows.ts';
export type { ExperimentRun } from './push/experiment-run.ts';
export { ExperimentTarget } from './push/push-experiment.ts';
export { pushVersion, type PushOutcome } from './push/push-version.ts';
export {
  isSampleFolder,
  loadSample,
  readOptional,
  SAMPLE_FILES,
  type SampleFolder,
} from './sample-folder.ts';
export { createSample, type SampleOutcome } from './sampling/create-sample.ts';
export type { SampleManifest } from './sampling/sample.ts';
export { toolsOffered, type SampledCase } from './sampling/sampled-case.ts';
export type { SamplePlan } from './sampling/sampler.ts';
export { type DatasetVersion, freezeDataset, weightOf } from './versions/dataset-version.ts';
export { diffVersions, type VersionDiff } from './versions/diff-versions.ts';
export {
  findVersion,
  listVersions,
  newestVersion,
  readVersionAt,
  rowsOf,
  saveVersion,
  type StoredVersion,
  versionFile,
} from './versions/version-files.ts';
