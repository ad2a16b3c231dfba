import type { Report } from '#core';
import { UserError } from '#core';
import type { Suite } from '#suite';
import { checkAgent, checkScorers } from '../execution/check-execution.ts';
import { findEvals } from './find-triable.ts';

/** Why other descriptions cannot be tried on an eval of a suite; null where nothing is known to forbid it. */
export function findTrialObstacle(
  suite: Suite,
  baseline: Report,
  noExecution: string | null,
): string | null {
  try {
    checkScorers([suite], noExecution);
    for (const triedPlan of findEvals([suite], baseline)) {
      checkAgent(triedPlan.suite, triedPlan.agent, noExecution);
      const judged = triedPlan.plan.scorers.find(({ scorer }) => scorer.isJudged === true);
      if (judged !== undefined)
        return `the scorer ${judged.key ?? judged.scorer.name} of "${triedPlan.plan.name}" needs a judge: try it with whichtool try`;
    }
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.issues
      .map(({ message, hint }) => (hint === undefined ? message : `${message}; ${hint}`))
      .join('\n');
  }
}
