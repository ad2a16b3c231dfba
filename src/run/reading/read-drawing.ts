import { type ReadDrawing, readHere } from '#dataset';
import { planRecordJobs, readJobs } from './read-jobs.ts';
import { openThreadPool, type ThreadPool } from './thread-pool.ts';

/** Reads traces into a drawing, in several threads where there is much to read. */
export function readDrawingWith(threadPool: ThreadPool): ReadDrawing {
  return async (drawing, found, options) => {
    const { format, onProgress } = options;
    const plan = await planRecordJobs(found, threadPool);
    if (plan === null) {
      await readHere(drawing, found, options);
      return;
    }
    const task = { kind: 'sample', setup: drawing.setup, format, allowTornTail: false } as const;
    await readJobs(plan, found, drawing, { task, threadPool, onProgress });
  };
}

/** Reads traces into a drawing, with a thread per core. */
export const readDrawing: ReadDrawing = (drawing, found, options) =>
  readDrawingWith(openThreadPool(null))(drawing, found, options);
