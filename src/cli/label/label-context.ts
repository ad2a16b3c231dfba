import { type LabelledSample, openLabels, TASKS } from '#dataset';
import { parseChoice } from '../flags/values.ts';
import { printIssues } from '../output/print-issues.ts';

/** Reads a sample and the labels of `--task`; skipped lines are reported on standard error. */
export function openLabelled(folder: string, taskFlag = 'label'): LabelledSample {
  const task = parseChoice({ name: '--task', code: 'FLAG_TASK' }, taskFlag, TASKS);
  const labelled = openLabels(folder, task);
  printIssues(labelled.warnings);
  return labelled;
}
