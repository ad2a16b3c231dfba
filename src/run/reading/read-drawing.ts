import { type ReadDrawing, readHere } from '#dataset';
import { planRecordJobs, readJobs } from './read-jobs.ts';
import { openThreadPool, type ThreadPool } from './thread-pool.ts';

/** Reads traces into a drawing, in several threads where there is much to read. */
export function readDrawingWith(threadPool: ThreadPool): ReadDrawing {
  return async (drawing, foundTraces, options) => {
    const { format, onProgress } = options;
    const plan = await planRecordJobs(foundTraces, threadPool);
    if (plan === null) {
      await readHere(drawing, foundTraces, options);
      return;
    }
    const task = { kind: 'sample', setup: drawing.setup, format, allowTornTail: false } as const;
    await readJobs(plan, foundTraces, drawing, { task, threadPool, onProgress });
  };
}

/** Reads traces into a drawing, with a thread per core. */
export const readDrawing: ReadDrawing = (drawing, foundTraces, options) =>
  readDrawingWith(openThreadPool(null))(drawing, foundTraces, options);
