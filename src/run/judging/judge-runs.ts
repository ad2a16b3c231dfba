import type { Issue, Question } from '#core';
import type { Budget } from '#drivers';
import {
  askJudges,
  calibrationIssue,
  estimateQuestions,
  findInjection,
  injectionIssue,
} from '#judge';
import { displayPath } from '#platform';
import { Interrupted } from '../limits/interrupted.ts';
import type { JudgeOptions, PlannedQuestions } from './judge-options.ts';
import type { Judging } from './judging.ts';
import { openPanel } from './open-panel.ts';
import { openStores } from './open-stores.ts';
import { readCalibrationOf } from './read-calibration.ts';
import { warnOfRecordedModels } from './same-family.ts';

/** Asks the judges of all suites what runs wait for, and scores those runs. Returns warnings. */
export async function judgeRuns(
  judgings: readonly Judging[],
  options: JudgeOptions,
  command: Budget | null,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  let ofStores: readonly Issue[] = [];
  const { stores, recorded } = openStores(options);
  for (const judging of judgings) {
    const questions = questionsOf(judging);
    if (questions.length === 0) continue;
    // Before anything is paid for.
    const calibration = readCalibrationOf(judging);
    issues.push(...findInjections(judging), ...warnOfRecordedModels(judging));
    const { isReplay, onProgress, noExecution, workers } = options;
    const panel = openPanel(judging.suite, judging.plan, {
      environment: process.env,
      command,
      noExecution,
      isAsked: !isReplay && workers === undefined,
    });
    const signal = options.listen();
    try {
      const received =
        workers === undefined || isReplay
          ? []
          : [
              await workers.ask(questions, {
                suite: judging.suite,
                plan: judging.plan,
                panel,
                stores,
                signal,
                onProgress,
              }),
            ];
      const answers = await askJudges(questions, {
        panel,
        stores: [...received, ...stores],
        mayAsk: !isReplay && workers === undefined,
        signal,
        onProgress,
      });
      if (signal.aborted) throw new Interrupted();
      ofStores = answers.issues.map((issue) => withDisplayPath(issue, judging.suite.root));
      judging.settle(answers, panel, calibration);
      if (calibration !== null) issues.push(...staleIssues(judging));
    } finally {
      await recorded?.save();
    }
  }
  // The stores are those of all suites: their warnings count for all of them together.
  return [...issues, ...ofStores];
}

/** A warning of a store as reports have it: without the path of the project. */
function withDisplayPath(issue: Issue, root: string): Issue {
  const { where } = issue;
  if (where?.file === undefined) return issue;
  return { ...issue, where: { ...where, file: displayPath(where.file, root) } };
}

/** All questions that runs wait for, in the order of the report. */
function questionsOf(judging: Judging): readonly Question[] {
  return judging.waiting().flatMap(({ questions }) => questions);
}

/** Where a calibration is of another model or prompt. */
function staleIssues({ suite, isCalibrationStale }: Judging): readonly Issue[] {
  if (!isCalibrationStale) return [];
  const message = 'the calibration is of another judge, prompt or guide than those in use';
  const hint = 'make it anew with: whichtool judge calibrate';
  const where = { file: suite.file };
  return [calibrationIssue('CALIBRATION_STALE', message, { where, hint })];
}

/** What asking the judges of all suites would take. No judge is asked. */
export async function planQuestions(
  judgings: readonly Judging[],
  options: JudgeOptions,
): Promise<readonly PlannedQuestions[]> {
  const { stores } = openStores(options);
  const plans: PlannedQuestions[] = [];
  for (const judging of judgings) {
    const { suite, plan } = judging;
    const { noExecution } = options;
    const panel = openPanel(suite, plan, {
      environment: process.env,
      command: null,
      noExecution,
      isAsked: false,
    });
    plans.push({
      suite: suite.file,
      models: panel.jurors.map(({ label }) => label),
      estimate: await estimateQuestions(questionsOf(judging), { panel, stores }),
    });
  }
  return plans;
}

/** Texts that try to steer the judge: people should know, and no verdict depends on it. */
function findInjections(judging: Judging): readonly Issue[] {
  return judging.waiting().flatMap(({ where, questions }) =>
    questions.flatMap((question) => {
      const injection = findInjection(question);
      return injection === null ? [] : injectionIssue(injection, where);
    }),
  );
}
