import type { Json } from '#core';
import { readRun } from './read-number.ts';
import type { RunDraft } from './run-draft.ts';

/** Tells a run its task, which is the case, and its trial, counted from 0. */
export function noteTask(draft: RunDraft, task: Json | undefined, trial: Json | undefined): void {
  if (typeof task === 'string' || typeof task === 'number') draft.case = String(task);
  if (typeof trial === 'number') draft.run = readRun(trial + 1);
}
