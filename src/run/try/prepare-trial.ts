import type { Report } from '#core';
import type { TrialDocument } from '#schema';
import type { Suite } from '#suite';
import type { DriveOptions } from '../drive/drive.ts';
import { checkScorers } from '../execution/check-execution.ts';
import { runError } from '../issues/run-codes.ts';
import { AgentTrial } from './agent-trial.ts';
import { rejectOtherCases } from './changed-cases.ts';
import { checkIdleTrial } from './check-idle-trial.ts';
import { type ChosenCases, chooseCases } from './choose-cases.ts';
import { findEvals, type TriedPlan } from './find-evals.ts';
import { agentKey, keepOffered, type ListedTool, readOffered } from './listed-tools.ts';

/** What is tried, on what, and against what. */
export interface TrialInput {
  readonly trial: TrialDocument;
  readonly baseline: Report;
  readonly drive: Pick<DriveOptions, 'folder' | 'isReplay' | 'noExecution'>;
}

/** A trial that was checked: the evals, what changes for their agents, and the cases that are run again. */
export interface PreparedTrial {
  readonly evals: readonly TriedPlan[];
  readonly trials: ReadonlyMap<TriedPlan, AgentTrial>;
  readonly chosen: ReadonlyMap<string, ChosenCases>;
}

/** Lists the tools of agents and chooses the cases that the changes concern. Throws a UserError where nothing can be tried. */
export async function prepareTrial(
  suites: readonly Suite[],
  options: TrialInput,
  signal: AbortSignal,
): Promise<PreparedTrial> {
  checkScorers(suites, options.drive.noExecution);
  const evals = findEvals(suites, options.baseline);
  const lists = await listTools(evals, options, signal);
  const trials = new Map(
    evals.map((one) => [
      one,
      new AgentTrial(options.trial, one.agent, lists.get(agentKey(one)) ?? []),
    ]),
  );
  checkIdleTrial(options.trial, [...trials.values()]);
  const chosen = new Map<string, ChosenCases>();
  for (const [one, trial] of trials) {
    const { tools, concernsAllCases } = trial;
    const isOverridden = (tool: ListedTool): boolean => trial.changes(tool);
    const choice = { isOverridden, concernsAllCases };
    const cases = await chooseCases(one, one.confusion, tools, choice);
    rejectOtherCases(one, cases);
    if (cases.ids.size > 0) chosen.set(one.plan.name, cases);
  }
  if (chosen.size === 0)
    throw runError(
      'TRY_REFUSED',
      'no case expects a tool that is overridden, or one that it is confused with',
      { hint: 'name a tool that the confusion matrix of the baseline has' },
    );
  return { evals, trials, chosen };
}

async function listTools(
  evals: readonly TriedPlan[],
  { drive: { folder, isReplay, noExecution } }: TrialInput,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ListedTool[]>> {
  if (isReplay) return readOffered(folder, evals);
  // What talks to servers is a large part of the program.
  const { listOffered } = await import('./list-offered.ts');
  const lists = await listOffered(evals, noExecution, signal);
  await keepOffered(folder, lists);
  return lists;
}
