import { join } from 'node:path';
import type { Issue } from '#core';
import type { Budget } from '#drivers';
import {
  type AnswerStore,
  askJudges,
  estimateQuestions,
  findInjection,
  injectionIssue,
  openCacheStore,
  openRecordedStore,
  type RecordedStore,
} from '#judge';
import { Interrupted } from '../interrupted.ts';
import type { JudgeOptions, PlannedQuestions } from './judge-options.ts';
import type { Judging } from './judging.ts';
import { openPanel } from './open-panel.ts';

/** The file of recorded answers in a folder of cassettes. */
const RECORDED = 'judge.jsonl';

/** What asking left to be said. */
export interface Judged {
  readonly issues: readonly Issue[];
}

/** Asks the judges of all suites what runs wait for, and scores those runs. */
export async function judgeRuns(
  judgings: readonly Judging[],
  options: JudgeOptions,
  command: Budget | null,
): Promise<Judged> {
  const issues: Issue[] = [];
  const { stores, recorded } = openStores(options);
  for (const judging of judgings) {
    const questions = judging.questions();
    if (questions.length === 0) continue;
    issues.push(...findInjections(judging));
    const panel = openPanel(judging.suite, judging.plan, {
      environment: process.env,
      command,
      noExecution: options.noExecution,
    });
    const signal = options.listen();
    const { isReplay, onProgress } = options;
    try {
      const answers = await askJudges(questions, {
        panel,
        stores,
        mayAsk: !isReplay,
        signal,
        onProgress,
      });
      if (signal.aborted) throw new Interrupted();
      issues.push(...answers.issues);
      judging.settle(answers, panel);
    } finally {
      await recorded?.save();
    }
  }
  return { issues };
}

/** What asking the judges of all suites would take. Nobody is asked. */
export async function planQuestions(
  judgings: readonly Judging[],
  options: JudgeOptions,
): Promise<readonly PlannedQuestions[]> {
  const { stores } = openStores(options);
  const plans: PlannedQuestions[] = [];
  for (const judging of judgings) {
    const { suite, plan } = judging;
    const { noExecution } = options;
    const panel = openPanel(suite, plan, { environment: process.env, command: null, noExecution });
    plans.push({
      suite: suite.file,
      models: panel.jurors.map(({ label }) => label),
      estimate: await estimateQuestions(judging.questions(), { panel, stores }),
    });
  }
  return plans;
}

/** Texts that try to steer the judge: people should know, and no verdict depends on it. */
function findInjections(judging: Judging): readonly Issue[] {
  return judging.waiting().flatMap(({ where, questions }) =>
    questions.flatMap((question) => {
      const found = findInjection(question);
      return found === null ? [] : injectionIssue(found, where);
    }),
  );
}

/** Recorded answers come before kept ones; a replay knows no others. */
function openStores({ folder, cache, isReplay }: JudgeOptions): {
  readonly stores: readonly AnswerStore[];
  readonly recorded: RecordedStore | null;
} {
  const recorded = folder === null ? null : openRecordedStore(join(folder, RECORDED));
  const kept = cache === null || isReplay ? null : openCacheStore(cache);
  const stores = [recorded, kept].filter((store) => store !== null);
  // What is replayed is not written again.
  return { stores, recorded: isReplay ? null : recorded };
}
