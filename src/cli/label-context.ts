import { UserError } from '#core';
import {
  type Assignments,
  datasetIssue,
  LabelBook,
  type LabelRecord,
  type LabelSource,
  loadSample,
  readAssignments,
  readLabels,
  type SampleFolder,
  type Task,
  TASKS,
} from '#dataset';
import { formatIssue } from '#reporters';
import { openRatedRuns, type RatedRuns } from '#run';
import { colorOf } from './terminal.ts';

/** A sample with its labels as they stand. */
export interface LabelContext {
  readonly sample: SampleFolder;
  readonly records: readonly LabelRecord[];
  readonly assignments: Assignments | null;
  readonly book: LabelBook;
  /** Where answers or goals are rated: what is asked about each case. */
  readonly questions: RatedRuns['questions'] | null;
}

/** Reads a sample and its labels; unusable lines are reported. */
export async function openLabels(folder: string, taskFlag = 'label'): Promise<LabelContext> {
  const task = parseTask(taskFlag);
  const whole = loadSample(folder);
  const runs = await openRatedRuns(whole, task);
  const sample = runs?.sample ?? whole;
  const { records, issues } = readLabels(folder);
  for (const issue of issues)
    process.stderr.write(`${formatIssue(issue, colorOf(process.stderr))}\n`);
  const assignments = readAssignments(folder, task);
  const book = new LabelBook(sample, records, assignments, task);
  return { sample, records, assignments, book, questions: runs?.questions ?? null };
}

/** The labels of a sample whose ratings were opened: what is expected of its cases. */
export function labelsOf({ sample, records }: LabelContext): LabelBook {
  return new LabelBook(sample, records, readAssignments(sample.path), 'label');
}

function parseTask(text: string): Task {
  const task = TASKS.find((known) => known === text);
  if (task !== undefined) return task;
  throw new UserError([datasetIssue('FLAG_TASK', `--task ${text}: write ${TASKS.join(', ')}`)]);
}

/** What an answer is rated by, for the import of its ratings. */
export function partsIn({ questions }: LabelContext): Pick<LabelSource, 'partsOf'> {
  if (questions === null) return {};
  return {
    partsOf: (id) => {
      const question = questions.get(id);
      if (question?.kind !== 'answer') return null;
      const { rubric, statements } = question;
      return { hasScore: rubric !== null, statements: statements.map((one) => one.id) };
    },
  };
}
