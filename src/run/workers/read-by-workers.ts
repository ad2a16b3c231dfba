import { UserError } from '#core';
import type { ResultStore, StoredJob, StoredResult } from '#store';
import { runError } from '../issues/run-codes.ts';
import { Interrupted } from '../limits/interrupted.ts';
import { packData, unpackData } from '../reading/pack-data.ts';
import { isSliceResult } from '../reading/slice-shape.ts';
import { readSlice, type Slice, type SliceResult } from '../reading/slice.ts';
import { Dispatcher } from './dispatcher.ts';
import { IdleNotes } from './idle-notes.ts';
import { PlanHash } from './plan-document.ts';
import type { WorkersSession } from './session.ts';
import { SliceJobs, sliceQueue } from './slice-task.ts';

type TakeSlice = (slice: Slice, result: SliceResult) => void;

/**
 * Has workers read slices of trace files, and takes their sums. What no worker can read is read here. Throws a UserError
 * where a file changes meanwhile.
 */
export async function readByWorkers(
  slices: readonly Slice[],
  take: TakeSlice,
  session: WorkersSession,
  signal: AbortSignal,
): Promise<void> {
  const first = session.takePlaces(slices.length);
  const described = new SliceJobs();
  const { run, store } = await listSlices(slices, { first, described, session, signal });
  const { server } = await session.connect();
  const notes = new IdleNotes(session.onNote);
  const sliceAt = ({ place }: StoredJob): Slice => slices[place - first] as Slice;
  const read = async (job: StoredJob): Promise<SliceResult> => {
    const result = await readSlice(sliceAt(job), signal);
    if (result === null) throw new Interrupted();
    described.confirm();
    return result;
  };
  const readHere = async (job: StoredJob, why: string): Promise<StoredResult> => {
    notes.say(`${why}; this process reads it`);
    return { status: 'made', record: packData(await read(job)) };
  };
  await new Dispatcher({
    store,
    server,
    run,
    first,
    count: slices.length,
    windowMs: 0,
    signal,
    isNeedless: () => false,
    onResult: async (job, stored) => {
      const slice = sliceAt(job);
      const result = stored === null ? null : unpackData(stored.record);
      if (!isSliceResult(result, slice.jobs.length)) throw badResult();
      takeChecked(take, slice, result);
    },
    giveUp: (job, reason) => readHere(job, `no worker could read a part of the traces (${reason})`),
    takeOver: (job) => readHere(job, 'no worker reads a part of the traces'),
    onTick: (progress) => notes.tick(progress),
  }).run();
  if (signal.aborted) throw new Interrupted();
  described.confirm();
}

/** Lists slices as jobs of the run, behind those that it has. */
async function listSlices(
  slices: readonly Slice[],
  {
    first,
    described,
    session,
    signal,
  }: { first: number; described: SliceJobs; session: WorkersSession; signal: AbortSignal },
): Promise<{ readonly run: string; readonly store: ResultStore }> {
  const drafts: Omit<StoredJob, 'queue'>[] = [];
  const hash = new PlanHash(session.plan);
  for (const [index, slice] of slices.entries()) {
    if (signal.aborted) throw new Interrupted();
    const draft = await described.describe(slice, first + index);
    drafts.push(draft);
    hash.add(draft.name);
  }
  described.confirm();
  const { run } = await session.openRun(hash.digest(), []);
  const { store } = await session.connect();
  const queue = sliceQueue(run.id);
  await store.addJobs(
    run.id,
    drafts.map((draft) => ({ ...draft, queue })),
  );
  await store.setPlanned(run.id, first + slices.length);
  return { run: run.id, store };
}

/** The shape of a result is known, but not that every part of it is as a worker would make it. */
function takeChecked(take: TakeSlice, slice: Slice, result: SliceResult): void {
  try {
    take(slice, result);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw badResult(`: ${String(error)}`);
  }
}

function badResult(why = ''): UserError {
  return runError('WORKER_BAD_RESULT', `the store has a result that cannot be used${why}`, {
    hint: 'take another --run-id, and check who can write to the store',
  });
}
