import { TASKS } from '#dataset';
import { type LabelContext, openLabelling } from '#run';
import { parseChoice } from '../flags/values.ts';
import { printIssues } from '../output/print-issues.ts';

/** Reads a sample and the labels of `--task`; skipped lines are reported on standard error. */
export async function openLabelled(folder: string, taskFlag?: string): Promise<LabelContext> {
  const labelled = await readLabelled(folder, taskFlag);
  printIssues(labelled.warnings);
  return labelled;
}

/** The same, without a report on skipped lines. */
export async function readLabelled(folder: string, taskFlag = 'label'): Promise<LabelContext> {
  const task = parseChoice({ name: '--task', code: 'FLAG_TASK' }, taskFlag, TASKS);
  return await openLabelling(folder, task);
}
