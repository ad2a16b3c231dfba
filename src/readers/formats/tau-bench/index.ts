// tau-bench results: a list of `{ task_id, reward, info, traj, trial }`, as its runner writes them (2024 to 2025).
import { isJsonObject, type Json, type Place } from '#core';
import { readFailure } from '../../draft/read-failure.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { NO_MESSAGE } from '../../messages/exchange.ts';
import { readIssue } from '../../records/read-codes.ts';
import type { TraceFormat, TraceOutput } from '../../trace-format.ts';
import { readTauMessage } from './message.ts';
import { noteTask } from '../../draft/note-task.ts';

/** Results of tau-bench. */
export const tauBenchFormat: TraceFormat = {
  id: 'tau-bench',
  title: 'tau-bench results',
  joinsFiles: false,
  sniff: (record) =>
    isJsonObject(record) && 'traj' in record && 'task_id' in record ? 'run' : 'none',
  open: (output) => ({ add: (record, where) => readResult(record, where, output), end: () => {} }),
};

function readResult(record: Json, where: Place, output: TraceOutput): void {
  const traj = isJsonObject(record) ? record.traj : undefined;
  if (!isJsonObject(record) || !Array.isArray(traj)) {
    output.error(readIssue('TRACE_SCHEMA', 'a result needs traj, a list of messages', { where }));
    return;
  }
  const draft = new RunDraft(where);
  for (const [index, value] of (traj as readonly Json[]).entries()) {
    const message = readTauMessage(value);
    if (message === null) {
      const pointer = `${where.pointer ?? ''}/traj/${index}`;
      output.error(readIssue('TRACE_SCHEMA', NO_MESSAGE, { where: { ...where, pointer } }));
      return;
    }
    draft.addMessage(message);
  }
  const { task_id: task, trial, info } = record;
  noteTask(draft, task, trial);
  draft.error = isJsonObject(info) ? readFailure(info.error) : null;
  if (draft.turn === 0) draft.error ??= 'the agent never answered';
  output.trace(draft.finish(), where);
}
