import { type LabelImport, type LabelledSample, loadSample, openLabels, TASKS } from '#dataset';
import { openRatedRuns, type RatedRuns } from '#run';
import { parseChoice } from '../flags/values.ts';
import { printIssues } from '../output/print-issues.ts';

/** A sample with its labels, and where answers or goals are rated what is asked about each case. */
export interface LabelContext extends LabelledSample {
  readonly questions: RatedRuns['questions'] | null;
}

/** Reads a sample and the labels of `--task`; skipped lines are reported on standard error. */
export async function openLabelled(folder: string, taskFlag?: string): Promise<LabelContext> {
  const labelled = await readLabelled(folder, taskFlag);
  printIssues(labelled.warnings);
  return labelled;
}

/** The same, without a report on skipped lines. */
export async function readLabelled(folder: string, taskFlag = 'label'): Promise<LabelContext> {
  const task = parseChoice({ name: '--task', code: 'FLAG_TASK' }, taskFlag, TASKS);
  const whole = loadSample(folder);
  const runs = await openRatedRuns(whole, task);
  const labelled = openLabels(folder, task, runs?.sample ?? whole);
  return { ...labelled, questions: runs?.questions ?? null };
}

/** What labels are checked against when they are imported. */
export function importContext({
  sample,
  book,
  questions,
}: LabelContext): Pick<LabelImport, 'task' | 'sample' | 'partsOf'> {
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
