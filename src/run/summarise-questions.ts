import { existsSync } from 'node:fs';
import { UserError } from '#core';
import type { Suite } from '#suite';
import { runSuites, type RunOptions } from './run.ts';
import type { PlannedQuestions } from './judging/judge-options.ts';

/**
 * Lists what judges would be asked about the runs that are there, without asking or making anything. Runs that would be
 * made anew may have other questions.
 */
export async function summariseQuestions(
  suites: readonly Suite[],
  options: RunOptions,
): Promise<readonly PlannedQuestions[]> {
  const { drive, judge = null } = options;
  if (judge === null || suites.every((suite) => suite.judge === null)) return [];
  const isKept = drive !== null && existsSync(drive.folder);
  let planned: readonly PlannedQuestions[] = [];
  const onPlan = (plans: readonly PlannedQuestions[]): void => {
    planned = plans;
  };
  try {
    await runSuites(suites, {
      ...options,
      drive: isKept ? { ...drive, isReplay: true } : null,
      judge: { ...judge, onPlan },
    });
  } catch (error) {
    // Without any run there is nothing to ask yet.
    const isEmpty =
      error instanceof UserError && error.issues.every(({ code }) => code === 'NO_TRACES_FOUND');
    if (!isEmpty) throw error;
  }
  return planned;
}
