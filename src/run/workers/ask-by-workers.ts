import type { Question } from '#core';
import {
  type AnswerStore,
  countAffordable,
  listOpenQuestions,
  type OpenQuestion,
  PanelDesk,
  ReceivedAnswers,
} from '#judge';
import type { JudgePlan, Suite } from '#suite';
import type { AskByWorkersOptions } from '../judging/judge-options.ts';
import { budgetLimits } from '../limits/model-limits.ts';
import { readAnswerJob, toAnswerJob } from './answer-task.ts';
import { Dispatcher } from './dispatcher.ts';
import { IdleNotes } from './idle-notes.ts';
import { PlanHash } from './plan-document.ts';
import type { WorkersSession } from './session.ts';
import { type BudgetOwner, COMMAND_OWNER, SharedBudget } from './shared-budget.ts';
import { limitWindowMs } from './shared-rates.ts';

/** Has workers ask what no store knows, as far as budgets suffice, and returns their answers. */
export async function askByWorkers(
  questions: readonly Question[],
  { suite, plan, panel, stores, signal, onProgress }: AskByWorkersOptions,
  session: WorkersSession,
): Promise<AnswerStore> {
  const answers = new ReceivedAnswers();
  const open = await listOpenQuestions(questions, panel, stores);
  if (open.length === 0) return answers;
  const { run } = await session.openRun(hashOf(open, session), []);
  const { server, store } = await session.connect();
  const first = session.takePlaces(open.length);
  const jobs = open.map((openQuestion, index) =>
    toAnswerJob(
      openQuestion,
      suite,
      panel.jurors[openQuestion.juror]?.label ?? '',
      first + index,
      run.id,
    ),
  );
  await store.addJobs(run.id, jobs);
  await store.setPlanned(run.id, first + open.length);
  const budgets = openBudgets(suite, plan, session, { store, run: run.id });
  const places = jobs.map(({ place }) => place);
  const known = budgets.length === 0 ? [] : await store.donePlaces(run.id, places);
  const answered = new Set(known.map((place) => open[place - first]));
  const isAnswered = (openQuestion: OpenQuestion): boolean => answered.has(openQuestion);
  const notes = new IdleNotes(session.onNote);
  const desk = new PanelDesk(panel, signal);
  let done = 0;
  let begun = 0;
  while (begun < open.length && !signal.aborted) {
    const spent = await Promise.all(budgets.map((budget) => budget.read()));
    const { count, error } = countAffordable(open.slice(begun), panel, spent, isAnswered);
    if (error !== null) {
      for (const openQuestion of open.slice(begun))
        answers.add(desk.failed(openQuestion, error) ?? '');
      break;
    }
    await new Dispatcher({
      store,
      server,
      run: run.id,
      first: first + begun,
      count,
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
        const failure = { code: 'JUDGE_ERROR', message } as const;
        return { status: 'made', record: (asked && desk.failed(asked, failure)) ?? '' };
      },
      onTick: (progress) => notes.tick(progress),
    }).run();
    begun += count;
  }
  return answers;
}

/** What judges are paid from; none of them may be exceeded. */
function openBudgets(
  suite: Suite,
  { budget }: JudgePlan,
  { plan: { maxCost } }: WorkersSession,
  where: Pick<BudgetOwner, 'store' | 'run'>,
): readonly SharedBudget[] {
  const limits = budgetLimits(budget);
  const own = limits === null ? [] : [{ owner: ['judge', suite.file], limits }];
  const command = { calls: null, tokens: null, cost: maxCost };
  const all = maxCost === null ? own : [...own, { owner: COMMAND_OWNER, limits: command }];
  return all.map((budget) => new SharedBudget({ ...where, owner: budget.owner }, budget.limits));
}

/** The hash of a run of which judges are all that is asked. */
function hashOf(open: readonly OpenQuestion[], { plan }: WorkersSession): string {
  const hash = new PlanHash(plan);
  for (const { key } of open) hash.add(key);
  return hash.digest();
}
