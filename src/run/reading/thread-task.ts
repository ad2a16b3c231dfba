import type { ScannerModule } from '#bulk';
import type { DrawingSetup } from '#dataset';
import type { InspectSetup } from '../inspecting/inspection.ts';
import type { WorkerSetup } from './reading-worker.ts';

/** How records are read, as plain data. */
interface RecordReading {
  /** The id of the format of all files; null: each file is looked at. */
  readonly format: string | null;
  readonly allowTornTail: boolean;
  readonly module: ScannerModule;
}

/** What the records of jobs are summed for; plain data. */
export type RecordTask = RecordReading &
  (
    | { readonly kind: 'inspect'; readonly setup: InspectSetup }
    | { readonly kind: 'sample'; readonly setup: DrawingSetup }
  );

/** What a thread does; plain data. */
export type ThreadTask = { readonly kind: 'count'; readonly setup: WorkerSetup } | RecordTask;
