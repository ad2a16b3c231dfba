import type { Question } from '#core';
import {
  type AnswerStore,
  listOpenQuestions,
  type OpenQuestion,
  PanelDesk,
  ReceivedAnswers,
} from '#judge';
import type { AskByWorkersOptions } from '../judging/judge-options.ts';
import { runError } from '../issues/run-codes.ts';
import { readAnswerJob, toAnswerJob } from './answer-task.ts';
import { Dispatcher } from './dispatcher.ts';
import { IdleNotes } from './idle-notes.ts';
import { PlanHash } from './plan-document.ts';
import type { WorkersSession } from './session.ts';
import { limitWindowMs } from './shared-rates.ts';

/** Has workers ask what no store knows, and returns their answers. */
export async function askByWorkers(
  questions: readonly Question[],
  { suite, plan, panel, stores, signal, onProgress }: AskByWorkersOptions,
  session: WorkersSession,
): Promise<AnswerStore> {
  const answers = new ReceivedAnswers();
  const open = await listOpenQuestions(questions, panel, stores);
  if (open.length === 0) return answers;
  if (plan.budget !== null)
    throw runError('FLAG_QUEUE', 'the judge has a budget, which workers do not share', {
      where: { file: suite.file },
      hint: 'run it without --queue, or without budget',
    });
  const { run } = await session.openRun(hashOf(open, session), []);
  const { server, store } = await session.connect();
  const first = session.takePlaces(open.length);
  const jobs = open.map((one, index) =>
    toAnswerJob(one, suite, panel.jurors[one.juror]?.label ?? '', first + index, run.id),
  );
  await store.addJobs(run.id, jobs);
  await store.setPlanned(run.id, first + open.length);
  const notes = new IdleNotes(session.onNote);
  const desk = new PanelDesk(panel, signal);
  let done = 0;
  await new Dispatcher({
    store,
    server,
    run: run.id,
    first,
    count: open.length,
    windowMs: Math.max(0, ...plan.jurors.map(({ limits }) => limitWindowMs(limits))),
    signal,
    isNeedless: () => false,
    onResult: async (_job, result) => {
      if (result !== null) answers.add(result.record);
      onProgress((done += 1), open.length);
    },
    giveUp: async (job, reason) => {
      const message = `no worker could ask this question: ${reason}`;
      const asked = readAnswerJob(job, [suite])?.open;
      const error = { code: 'JUDGE_ERROR', message } as const;
      return { status: 'made', record: (asked && desk.failed(asked, error)) ?? '' };
    },
    onTick: (progress) => notes.tick(progress),
  }).run();
  return answers;
}

/** The hash of a run of which judges are all that is asked. */
function hashOf(open: readonly OpenQuestion[], { plan }: WorkersSession): string {
  const hash = new PlanHash(plan);
  for (const { key } of open) hash.add(key);
  return hash.digest();
}
