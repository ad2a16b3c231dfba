import {
  type Assignments,
  LabelBook,
  type LabelRecord,
  loadSample,
  readAssignments,
  readLabels,
  type SampleFolder,
  TASKS,
} from '#dataset';
import { formatIssue } from '#reporters';
import { parseChoice } from '../flags/values.ts';
import { colorOf } from '../output/terminal.ts';

/** A sample with its labels as they stand. */
export interface LabelContext {
  readonly sample: SampleFolder;
  readonly records: readonly LabelRecord[];
  readonly assignments: Assignments | null;
  readonly book: LabelBook;
}

/** Reads a sample and its labels; unusable lines are reported. */
export function openLabels(folder: string, taskFlag = 'label'): LabelContext {
  const task = parseChoice({ name: '--task', code: 'FLAG_TASK' }, taskFlag, TASKS);
  const sample = loadSample(folder);
  const { records, issues } = readLabels(folder);
  for (const issue of issues)
    process.stderr.write(`${formatIssue(issue, colorOf(process.stderr))}\n`);
  const assignments = readAssignments(folder, task);
  const book = new LabelBook(sample, records, assignments, task);
  return { sample, records, assignments, book };
}

/** The labels of a sample whose ratings were opened: what is expected of its cases. */
export function labelsOf({ sample, records }: LabelContext): LabelBook {
  return new LabelBook(sample, records, readAssignments(sample.path), 'label');
}
