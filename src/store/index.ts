export { storeError, storeIssue } from './codes.ts';
export { checkFiles, findRun } from './find-run.ts';
export { readRevision } from './git-revision.ts';
export { reportPath, stateFolder } from './history-paths.ts';
export { newestRun } from './newest-run.ts';
export { listRuns } from './list-runs.ts';
export { type PruneRule, pruneRuns } from './prune-runs.ts';
export { readReport } from './read-report.ts';
export { listRunning } from './progress/list-running.ts';
export { ProgressNote } from './progress/progress-note.ts';
export { saveRun } from './save-run.ts';
export {
  type ArrivedLine,
  DEFAULT_RETENTION,
  LiveStore,
  type Retention,
} from './live/live-store.ts';
export type { PlaceRange, Settlement, StoredTrace, TraceFilter } from './live/live-trace.ts';
export { liveFolder } from './live/live-paths.ts';
export { openResultStore } from './results/open-result-store.ts';
export type {
  ResultStore,
  StoredJob,
  StoredResult,
  StoredRun,
  WorkerBeat,
} from './results/result-store.ts';
