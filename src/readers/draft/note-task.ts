import type { Json } from '#core';
import { readRun } from './read-number.ts';
import type { RunDraft } from './run-draft.ts';

/** Adds the task, which is the case, and the trial, counted from 0, to a run. */
export function noteTask(draft: RunDraft, task: Json | undefined, trial: Json | undefined): void {
  if (typeof task === 'string' || typeof task === 'number') draft.case = String(task);
  if (typeof trial === 'number') draft.run = readRun(trial + 1);
}
