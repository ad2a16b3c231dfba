import type { Json } from '#core';
import type { RunDraft } from '../draft/run-draft.ts';

/** Tells a run its task, which is the case, and its trial, counted from 0. */
export function noteTask(draft: RunDraft, task: Json | undefined, trial: Json | undefined): void {
  if (typeof task === 'string' || typeof task === 'number') draft.case = String(task);
  if (typeof trial === 'number' && Number.isInteger(trial) && trial >= 0) draft.run = trial + 1;
}
