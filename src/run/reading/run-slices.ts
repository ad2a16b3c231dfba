import type { Job, JobResult } from './job.ts';
import type { WorkerSetup, WorkerState } from './reading-worker.ts';
import { type EmptyFile, Refusals } from './refusals.ts';
import type { Slice, SliceReaders } from './slice.ts';

/** How many jobs a slice has, so that starting a reader costs little beside reading. */
const SLICE_JOBS = 4;
/** There are at most so many slices: each has its own copy of the plan. */
const MAX_SLICES = 1000;

interface RunSlicesOptions {
  readonly readers: SliceReaders;
  /** How much a job is. */
  readonly jobBytes: number;
  readonly onDone: (job: Job, result: JobResult) => void;
  readonly onState: (state: WorkerState) => void;
}

/**
 * Has jobs read by other processes, and passes their sums on. Returns the files without a record. Throws what the first
 * unusable job says.
 */
export async function runSlices(
  jobs: readonly Job[],
  { module: _compiled, ...setup }: WorkerSetup,
  { readers, jobBytes, onDone, onState }: RunSlicesOptions,
): Promise<readonly EmptyFile[]> {
  const refusals = new Refusals(jobs);
  await readers.read(
    cutSlices(jobs, setup, SLICE_JOBS * jobBytes),
    (slice, { jobs: results, state }) => {
      onState(state);
      for (const [place, job] of slice.jobs.entries()) {
        const outcome = results[place];
        if (outcome === undefined) throw new Error('a job of a slice has no result');
        if (outcome.result === null) {
          refusals.add(job.index, outcome.issues);
          continue;
        }
        refusals.count(job, outcome.result);
        onDone(job, outcome.result);
      }
    },
  );
  refusals.throwFirst();
  return refusals.emptyFiles();
}

/** Jobs that follow each other, together as much as one process reads at a time. */
function cutSlices(jobs: readonly Job[], setup: Slice['setup'], min: number): readonly Slice[] {
  const total = jobs.reduce((sum, { bytes }) => sum + bytes, 0);
  const sliceBytes = Math.max(min, total / MAX_SLICES);
  const slices: Slice[] = [];
  let batch: Job[] = [];
  let bytes = 0;
  for (const job of jobs) {
    batch.push(job);
    bytes += job.bytes;
    if (bytes < sliceBytes) continue;
    slices.push({ setup, jobs: batch });
    batch = [];
    bytes = 0;
  }
  return batch.length === 0 ? slices : [...slices, { setup, jobs: batch }];
}
