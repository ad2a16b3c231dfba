import {
  type LabelImport,
  type LabelledSample,
  loadSample,
  openLabels,
  type SampleFolder,
  type Task,
} from '#dataset';
import { openRatedRuns, type RatedRuns } from '../calibrate/rated-runs.ts';

/** A sample with its labels, and where answers or goals are rated what is asked about each case. */
export interface LabelContext extends LabelledSample {
  readonly questions: RatedRuns['questions'] | null;
}

/** The cases of a sample that a task is about. */
export interface TaskCases {
  readonly sample: SampleFolder;
  readonly questions: RatedRuns['questions'] | null;
}

/** The cases of a sample that a task is about. Throws a UserError where nothing says by what answers are rated. */
export async function openTask(whole: SampleFolder, task: Task): Promise<TaskCases> {
  const runs = await openRatedRuns(whole, task);
  return runs ?? { sample: whole, questions: null };
}

/** Reads a sample and the labels of a task. */
export async function openLabelling(folder: string, task: Task): Promise<LabelContext> {
  const { sample, questions } = await openTask(loadSample(folder), task);
  return { ...openLabels(folder, task, sample), questions };
}

/** What labels are checked against when they are imported. */
export function importContext({
  sample,
  book,
  questions,
}: Pick<LabelContext, 'sample' | 'book' | 'questions'>): Pick<
  LabelImport,
  'task' | 'sample' | 'partsOf'
> {
  const checked = { task: book.task, sample };
  if (questions === null) return checked;
  return {
    ...checked,
    partsOf: (id) => {
      const question = questions.get(id);
      if (question?.kind !== 'answer') return null;
      const { rubric, statements } = question;
      return { hasScore: rubric !== null, statements: statements.map((statement) => statement.id) };
    },
  };
}
