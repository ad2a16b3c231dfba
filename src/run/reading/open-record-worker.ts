import { Drawing } from '#dataset';
import { chooseFormat } from '#readers';
import { Inspection } from '../inspecting/inspection.ts';
import { type RecordSums, RecordWorker } from './record-worker.ts';
import type { RecordTask } from './thread-task.ts';

/** The worker of a task in a thread. */
export async function openRecordWorker(
  task: RecordTask,
  onRecords: (count: number) => void,
): Promise<RecordWorker<unknown, unknown>> {
  const sums: RecordSums<unknown, unknown> =
    task.kind === 'inspect' ? await Inspection.open(task.setup) : new Drawing(task.setup);
  const { allowTornTail, module } = task;
  const format = await chooseFormat(task.format);
  return new RecordWorker(sums, { format, allowTornTail, module, onRecords });
}
